-- People are looked up by address when they come over or sign in through a provider.
create index users_email on kontor.users (lower(email));
