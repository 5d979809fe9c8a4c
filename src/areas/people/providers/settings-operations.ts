import { z } from 'zod'

/** A name of a domain, without "@". */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u, 'expected a domain such as example.com')

const Text = z.string().trim().min(1).max(500)

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Checks may run on texts that another check refused. */
export const isLoopbackUrl = (text: string): boolean =>
  URL.canParse(text) && isLoopback(new URL(text))

const SafeUrl = z
  .url({
    protocol: /^https?$/,
    error: 'expected an address that begins with https://',
    abort: true,
  })
  .max(1000)
  .refine((text) => {
    const url = new URL(text)
    return url.protocol === 'https:' || isLoopback(url)
  }, 'expected https: http is accepted for this machine alone')
  .refine((text) => !/#|:\/\/[^/]*@/.test(text), 'expected no hash or password')

const Issuer = SafeUrl.refine((text) => !text.includes('?'), 'expected no query')

const Oidc = z.strictObject({
  kind: z.literal('oidc'),
  issuer: Issuer.describe('as the provider writes it in its discovery document'),
  clientId: Text,
  scopes: z
    .string()
    .trim()
    .max(1000)
    .regex(/(^|\s)openid(\s|$)/, 'expected "openid" among the scopes')
    .default('openid profile email'),
  subject: z
    .enum(['sub', 'entra'])
    .default('sub')
    .describe('by which people are known: `sub`, or tenant and object of Microsoft Entra ID'),
  groupsClaim: Text.default('groups').describe('where the provider lists groups'),
  externalIdClaim: Text.nullable()
    .default(null)
    .describe('what SCIM sends as `externalId`; null = `sub`, or the object of Entra ID'),
  maxAge: z
    .int()
    .min(0)
    .max(31_536_000)
    .nullable()
    .default(null)
    .describe('seconds after which the provider has to ask people again; null = as it likes'),
})
export type Oidc = z.output<typeof Oidc>

const Attribute = z.string().regex(/^[A-Za-z][\w;-]{0,99}$/, 'expected the name of an attribute')

const Filter = (name: string, example: string) =>
  z
    .string()
    .trim()
    .max(1000)
    .regex(/^\(.*\)$/s, `expected a filter such as ${example}`)
    .refine((text) => text.includes(`{${name}}`), `expected {${name}} in the filter`)
    .default(example)

const isServer = (text: string): boolean =>
  /^ldaps?:\/\/[\w.:[\]-]+$/.test(text) && URL.canParse(text)

const NO_SERVER = 'expected ldap://host:port or ldaps://host:port; several with spaces between'

const Ldap = z
  .strictObject({
    kind: z.literal('ldap'),
    url: z
      .string()
      .trim()
      .max(1000)
      .refine((text) => text.split(/\s+/).every(isServer), NO_SERVER)
      .describe('of the server; of several, with spaces between, which are tried in this order'),
    startTls: z.boolean().default(true).describe('encrypts ldap://; ldaps:// is encrypted anyway'),
    certificates: z
      .string()
      .max(100_000)
      .includes('BEGIN CERTIFICATE')
      .nullable()
      .default(null)
      .describe('PEM of the certificates that are trusted; null = those of the system'),
    bindDn: Text.nullable()
      .default(null)
      .describe('service account that searches; null = anonymous'),
    userBase: Text.describe('where people are, such as ou=people,dc=example,dc=com'),
    userFilter: Filter('login', '(uid={login})'),
    groupBase: Text.nullable().default(null).describe('where groups are; null = groups stay'),
    groupFilter: Filter('dn', '(member={dn})').describe(
      'for the groups of a person; as it is by default, groups in groups count in Active Directory',
    ),
    attributes: z
      .strictObject({
        subject: Attribute.default('entryUUID').describe(
          'never changes: objectGUID in Active Directory',
        ),
        login: Attribute.default('uid'),
        email: Attribute.default('mail'),
        firstName: Attribute.default('givenName'),
        lastName: Attribute.default('sn'),
        group: Attribute.default('cn').describe('what a group is called'),
      })
      .prefault({}),
    syncs: z.boolean().default(true).describe('every hour: whoever is gone or disabled is blocked'),
  })
  .refine(
    ({ url, startTls }) =>
      startTls ||
      url.split(/\s+/).every((each) => each.startsWith('ldaps:') || isLoopbackUrl(each)),
    'expected ldaps:// or StartTLS: passwords are not sent in clear text',
  )
export type Ldap = z.output<typeof Ldap>

/** The servers of a directory, in the order in which they are tried. */
export const serversOf = ({ url }: Ldap): string[] => url.split(/\s+/)

/** The entity ID of SAML. */
const Entity = z
  .string()
  .trim()
  .max(1000)
  .regex(/^[^\s\p{Cc}]+$/u, 'expected a name without spaces, mostly an address')

const SamlFields = z.strictObject({
  kind: z.literal('saml'),
  issuer: Entity.describe('entity ID of the provider'),
  signInUrl: SafeUrl.describe('where the provider takes requests by HTTP-Redirect'),
  signOutUrl: SafeUrl.nullable()
    .default(null)
    .describe(
      'where it takes requests to sign out, by HTTP-Redirect; null = nobody signs out there',
    ),
  certificates: z
    .string()
    .max(100_000)
    .default('')
    .describe(
      'PEM of the certificates with which the provider signs; no others count but those of its metadata',
    ),
  metadataUrl: SafeUrl.nullable()
    .default(null)
    .describe('where the provider describes itself: certificates are read there every hour'),
  metadataCertificates: z
    .string()
    .max(100_000)
    .includes('BEGIN CERTIFICATE')
    .nullable()
    .default(null)
    .describe('PEM of the certificates that sign the metadata; null = https has to do'),
  audience: Entity.describe('what this server is called there: its entity ID'),
  attributes: z
    .strictObject({
      subject: Text.nullable()
        .default(null)
        .describe('never changes; null = the NameID, which then must not be an e-mail address'),
      login: Text.default('login'),
      email: Text.default('email'),
      firstName: Text.default('firstName'),
      lastName: Text.default('lastName'),
      groups: Text.default('groups'),
      externalId: Text.nullable()
        .default(null)
        .describe('what SCIM sends as `externalId`; null = what people are known by'),
    })
    .prefault({}),
})

const Saml = SamlFields.refine(
  ({ certificates, metadataUrl }) =>
    certificates.includes('BEGIN CERTIFICATE') || (certificates === '' && metadataUrl !== null),
  { path: ['certificates'], message: 'expected certificates as PEM, or the address of metadata' },
)
export type Saml = z.output<typeof Saml>

export const Connection = z.discriminatedUnion('kind', [Oidc, Ldap, Saml])
export type Connection = z.output<typeof Connection>

export const Rules = z
  .strictObject({
    domains: z.array(Domain).max(100).default([]).describe('whose e-mail addresses are trusted'),
    linksByEmail: z
      .boolean()
      .default(false)
      .describe('people are found by an e-mail address that is verified and of these domains'),
    linksByExternalId: z
      .boolean()
      .default(false)
      .describe(
        'people whom SCIM provisioned are found by their `externalId`; only if nobody can choose their own there',
      ),
    trustsEmail: z
      .boolean()
      .default(false)
      .describe(
        'addresses count as verified although the provider does not say so; only if nobody can choose their own there',
      ),
    checksFactors: z
      .boolean()
      .default(false)
      .describe(
        'OpenID Connect and SAML: it asks for second factors itself, so nobody is asked for one here',
      ),
    newUsers: z
      .enum(['off', 'domains', 'group'])
      .default('off')
      .describe('for whom an account is created: nobody, these domains, members of the group'),
    requiredGroup: Text.nullable().default(null).describe('as the provider calls it'),
    groups: z
      .array(
        z.strictObject({
          value: Text,
          name: Text,
          makesAdministrators: z
            .boolean()
            .default(false)
            .describe('whoever the provider puts into it is an administrator here'),
        }),
      )
      .max(500)
      .default([])
      .describe('groups of the provider and what they are called here'),
  })
  .superRefine((rules, { addIssue }) => {
    const need = (path: keyof typeof rules, message: string) =>
      addIssue({ code: 'custom', path: [path], message })
    if (rules.domains.length === 0 && (rules.linksByEmail || rules.newUsers === 'domains')) {
      need('domains', 'expected at least one domain')
    }
    if (rules.newUsers === 'group' && rules.requiredGroup === null) {
      need('requiredGroup', 'expected the group whose members get an account')
    }
    const repeated = (texts: string[]) => new Set(texts).size < texts.length
    if (
      repeated(rules.groups.map(({ value }) => value)) ||
      repeated(rules.groups.map(({ name }) => name.toLowerCase()))
    ) {
      need('groups', 'expected every group once')
    }
  })
export type Rules = z.output<typeof Rules>
