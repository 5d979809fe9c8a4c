-- What a provider of SAML called the person of a session: value, format and qualifiers. Needed to sign out there, and
-- to find the session when the provider signs the person out.
alter table kontor.session_origins add column name_id jsonb;
