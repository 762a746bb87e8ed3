-- The operator created these administrators and named their addresses, which count as verified from now on.
update users set email_verified = true
where email is not null and not email_verified and exists (
  select from audit_log
  where action = 'CREATE' and resource_type = 'user' and resource_id = users.id::text and user_id is null
);
