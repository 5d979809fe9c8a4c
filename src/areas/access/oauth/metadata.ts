import type { Config } from '../../../platform/config.ts'
import { type Audience, resourceOf } from './audience.ts'
import { SCOPES } from './scopes.ts'

const AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post']

/** RFC 8414: how programs get tokens. */
export const describeServer = (
  site: string,
  registration: Config['KONTOR_OAUTH_REGISTRATION'],
) => ({
  issuer: site,
  authorization_endpoint: `${site}/oauth/authorize`,
  token_endpoint: `${site}/oauth/token`,
  revocation_endpoint: `${site}/oauth/revoke`,
  ...(registration === 'open' && { registration_endpoint: `${site}/oauth/register` }),
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTHENTICATION,
  revocation_endpoint_auth_methods_supported: AUTHENTICATION,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: registration !== 'closed',
})

/** RFC 9728: who gives tokens for what is here. */
export const describeResource = (site: string, audience: Audience) => ({
  resource: resourceOf(site, audience),
  authorization_servers: [site],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Kontor',
})
