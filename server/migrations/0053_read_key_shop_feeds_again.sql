-- Key shops' feeds are read again in whole: their plain prices do not state regular prices any more.
update price_polls set version = null where version is not null
  and exists (select from stores where stores.key = price_polls.store and stores.kind <> 'official');
