-- A new database gets the shipped roles when it is first opened; those that have roles lack these.
INSERT INTO "admin_roles" ("name", "description", "permissions")
SELECT new.* FROM (VALUES
  ('catalogue_editor', 'Edits games and decides which of them the stores'' products are',
    '{catalogue.read,catalogue.write,prices.read,stores.read,audit.read}'::text[]),
  ('price_editor', 'Corrects offers and runs the sources of prices',
    '{prices.read,prices.write,sources.read,sources.write,catalogue.read,stores.read,audit.read}'::text[])
) AS new (name, description, permissions)
WHERE EXISTS (SELECT FROM "admin_roles")
ON CONFLICT DO NOTHING;
