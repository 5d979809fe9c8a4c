import {
  constants,
  createCipheriv,
  createPublicKey,
  createVerify,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { browserOf, Jar } from '../../../../test/provider-sign-in.ts'
import { answerTo, formOf, newSigner, readRequest, type Said, sign } from '../../../../test/saml.ts'
import { newId } from '../../../lib/ids.ts'
import { connectClient } from '../../../platform/db/db.ts'

const clock = { ahead: 0 }
const started = await startApp({
  now: () => new Date(Date.now() + clock.ahead),
  environment: { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' },
})
const { as, admin, make, request } = started
const { start, finish } = browserOf(started)
const [company, next, stranger, own] = [newSigner(), newSigner(), newSigner(), newSigner()]
const ownKey = `${own.key.export({ type: 'pkcs8', format: 'pem' })}${own.certificate}`
const ISSUER = 'https://login.example.com/saml'
const connection = {
  kind: 'saml',
  issuer: ISSUER,
  signInUrl: 'https://login.example.com/sso?tenant=1',
  audience: 'https://kontor.example.org',
} as const
const ann = await make.user({ login: 'ann', email: 'ann@example.com' })
/** Long enough for a clock that is ahead. */
const ANN: Said = {
  nameId: 'id-of-ann',
  attributes: { email: ['ann@example.com'] },
  ...{ notOnOrAfter: 1e6, confirmedFor: 1e6, sessionFor: 1e6 },
}

const database = await connectClient(started.connection)
afterAll(() => database.end())
beforeEach(async () => {
  clock.ahead = 0
  await database.query('delete from kontor.sign_in_failures')
})

async function addProvider(more: object, secret?: string) {
  const { provider } = await as(admin).providers.create({
    input: {
      ...{ code: `p-${newId().slice(-12)}`, name: 'Company', ...(secret && { secret }) },
      connection: { ...connection, ...more },
      rules: { domains: ['example.com'], linksByEmail: true, trustsEmail: true },
    },
  })
  return provider
}
type Begun = ReturnType<typeof readRequest>

/** Who is signed in by an answer, or why the provider failed. */
async function bring(code: string, write: (begun: Begun) => string): Promise<string> {
  const jar = new Jar()
  const begun = readRequest(await start(jar, code))
  const answer = await finish(jar, code, formOf(write(begun), begun))
  const { signedIn } = (await answer.json()) as { signedIn?: { user?: { id: string } } }
  if (signedIn?.user) return signedIn.user.id
  const { providers } = await as(admin).providers.list()
  return providers.find((each) => each.code === code)?.lastFailure ?? ''
}
const signedBy = (signer: typeof company) => (begun: Begun) => sign(answerTo(begun, ANN), signer)

test('with a key, requests are signed and described as signed', async () => {
  const { code } = await addProvider({ certificates: company.certificate }, ownKey)

  const url = await start(new Jar(), code)
  const metadata = await (await request(`/manage/v1/session/providers/${code}/metadata`)).text()

  const [signed = '', signature = ''] = url.search.slice('?tenant=1&'.length).split('&Signature=')
  expect(signed).toMatch(/^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=http[^&]+rsa-sha256$/)
  const verified = createVerify('RSA-SHA256')
    .update(signed)
    .verify(own.certificate, decodeURIComponent(signature), 'base64')
  expect(verified).toBe(true)
  expect(metadata).toContain('AuthnRequestsSigned="true"')
  for (const use of ['signing', 'encryption']) expect(metadata).toContain(`use="${use}"`)
  expect(metadata).toContain(new X509Certificate(own.certificate).raw.toString('base64'))
  expect(metadata).not.toContain('PRIVATE')
  expect(await bring(code, signedBy(company))).toBe(ann.id)
})

test('a key without its certificate, of another one, or too short is refused', async () => {
  const short = newSigner({ bits: 1024 })
  const pem = (signer: typeof own) => String(signer.key.export({ type: 'pkcs8', format: 'pem' }))
  for (const secret of [
    'secret',
    pem(own),
    own.certificate,
    pem(own) + stranger.certificate,
    pem(short) + short.certificate,
  ]) {
    await expect(addProvider({ certificates: company.certificate }, secret)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('"secret"'),
    })
  }
})

const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
type Encryption = {
  cipher?: 'aes128-gcm' | 'aes256-gcm' | 'aes128-cbc' | 'aes256-cbc'
  hash?: 'sha1' | 'sha256'
  padding?: 'oaep' | 'rsa-1_5'
  certificate?: string
}

/** The content of an assertion that only the holder of a key reads, as providers write it. */
function encrypt(text: string, wanted: Encryption = {}): string {
  const { cipher = 'aes256-gcm', hash = 'sha1', padding = 'oaep' } = wanted
  const [, bits = '', mode] = /aes(\d+)-(gcm|cbc)/.exec(cipher) ?? []
  const secret = randomBytes(Number(bits) / 8)
  const iv = randomBytes(mode === 'gcm' ? 12 : 16)
  const content = Buffer.from(text)
  let value: Buffer
  if (mode === 'gcm') {
    const made = createCipheriv(`aes-${bits}-gcm` as 'aes-256-gcm', secret, iv)
    value = Buffer.concat([iv, made.update(content), made.final(), made.getAuthTag()])
  } else {
    const rest = 16 - (content.length % 16)
    const padded = Buffer.concat([content, randomBytes(rest - 1), Buffer.from([rest])])
    const made = createCipheriv(`aes-${bits}-cbc`, secret, iv).setAutoPadding(false)
    value = Buffer.concat([iv, made.update(padded), made.final()])
  }
  const key = createPublicKey(wanted.certificate ?? own.certificate)
  const wrapped = publicEncrypt(
    padding === 'oaep'
      ? { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }
      : { key, padding: constants.RSA_PKCS1_PADDING },
    secret,
  )
  const method =
    padding === 'rsa-1_5'
      ? `<xenc:EncryptionMethod Algorithm="${XENC}rsa-1_5"/>`
      : hash === 'sha1'
        ? `<xenc:EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"><ds:DigestMethod Algorithm="${DSIG}sha1"/></xenc:EncryptionMethod>`
        : `<xenc:EncryptionMethod Algorithm="${XENC11}rsa-oaep"><ds:DigestMethod Algorithm="${XENC}sha256"/><x:MGF xmlns:x="${XENC11}" Algorithm="${XENC11}mgf1sha256"/></xenc:EncryptionMethod>`
  const data = (each: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${each.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  const algorithm = `${mode === 'gcm' ? XENC11 : XENC}${cipher}`
  return (
    `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="${algorithm}"/><ds:KeyInfo xmlns:ds="${DSIG}"><xenc:EncryptedKey>` +
    `${method}${data(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${data(value)}` +
    `</xenc:EncryptedData></saml:EncryptedAssertion>`
  )
}

const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s
const NAMESPACE = 'urn:oasis:names:tc:SAML:2.0:assertion'
/** As a document of its own. */
const alone = (xml: string) =>
  (ASSERTION.exec(xml)?.[0] ?? '').replace(
    '<saml:Assertion ',
    `<saml:Assertion xmlns:saml="${NAMESPACE}" `,
  )
const withEncrypted = (xml: string, wanted?: Encryption, change = (text: string) => text) =>
  xml.replace(ASSERTION, () => encrypt(change(alone(xml)), wanted))

const encrypted = await addProvider({ certificates: company.certificate }, ownKey)

test.each<Encryption>([
  { cipher: 'aes256-gcm', hash: 'sha1' },
  { cipher: 'aes128-gcm', hash: 'sha256' },
  { cipher: 'aes256-cbc', hash: 'sha1' },
  { cipher: 'aes128-cbc', hash: 'sha256' },
])('an assertion encrypted with %o is read', async (wanted) => {
  const who = await bring(encrypted.code, (b) => withEncrypted(signedBy(company)(b), wanted))
  expect(who).toBe(ann.id)
})

const UNREADABLE = 'the encrypted assertion cannot be read'
const attacks: [string, string, (begun: Begun) => string][] = [
  ['unsigned inside', 'is not signed', (b) => withEncrypted(answerTo(b, ANN))],
  ['signed by a stranger', 'not accepted', (b) => withEncrypted(signedBy(stranger)(b))],
  [
    'changed before it was encrypted',
    'not accepted',
    (b) =>
      withEncrypted(signedBy(company)(b), {}, (text) => text.replace('id-of-ann', 'id-of-bob')),
  ],
  [
    'signed around it alone',
    'the Assertion is not signed',
    (b) => sign(withEncrypted(answerTo(b, ANN)), { ...company, element: 'Response' }),
  ],
  [
    'encrypted for somebody else',
    UNREADABLE,
    (b) => withEncrypted(signedBy(company)(b), { certificate: stranger.certificate }),
  ],
  [
    'a key that is wrapped weakly',
    UNREADABLE,
    (b) => withEncrypted(signedBy(company)(b), { padding: 'rsa-1_5' }),
  ],
  ['what is no XML', 'is not XML', (b) => withEncrypted(signedBy(company)(b), {}, () => 'x')],
  [
    'a signed one wrapped in another',
    'not one assertion',
    (b) =>
      withEncrypted(signedBy(company)(b), {}, (text) => {
        const forged = alone(answerTo(b, { ...ANN, nameId: 'id-of-bob' }))
        return forged.replace('</saml:Assertion>', `${text}</saml:Assertion>`)
      }),
  ],
  [
    'a plain one beside it',
    'where none belong',
    (b) => {
      const xml = signedBy(company)(b)
      return xml.replace('</samlp:Response>', () => `${encrypt(alone(xml))}</samlp:Response>`)
    },
  ],
  [
    'two of them',
    'where none belong',
    (b) => {
      const xml = signedBy(company)(b)
      return xml.replace(ASSERTION, () => encrypt(alone(xml)) + encrypt(alone(xml)))
    },
  ],
  [
    'a document type inside',
    'defines a document type',
    (b) => withEncrypted(signedBy(company)(b), {}, (text) => `<!DOCTYPE x>${text}`),
  ],
  [
    'a changed cipher text',
    UNREADABLE,
    (b) =>
      withEncrypted(signedBy(company)(b)).replace(
        /(<xenc:CipherValue>)(.)([^<]*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
        (_, begin, first, rest) => `${begin}${first === 'A' ? 'B' : 'A'}${rest}`,
      ),
  ],
]
test.each(attacks)('an encrypted answer with %s is refused', async (_, text, write) => {
  expect(await bring(encrypted.code, write)).toContain(text)
})

/** Where a provider describes itself. */
const published = { text: '', status: 200, asked: 0 }
const server = createServer((_, response) => {
  published.asked++
  response.writeHead(published.status).end(published.text)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const metadataUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`
const describe = (signers: { certificate: string }[], more = '', issuer = ISSUER) =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ID="_${newId()}" entityID="${issuer}"${more}>` +
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  signers
    .map(
      ({ certificate }) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="${DSIG}"><X509Data><X509Certificate>` +
        `${new X509Certificate(certificate).raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    .join('') +
  `</IDPSSODescriptor></EntityDescriptor>`
const publish = (text: string, status = 200) => Object.assign(published, { text, status })

test('certificates come from the metadata, and change with it', async () => {
  publish(describe([company]))
  const { code } = await addProvider({ metadataUrl })

  expect(await bring(code, signedBy(company))).toBe(ann.id)
  const { asked } = published
  expect(await bring(code, signedBy(company))).toBe(ann.id)
  expect(published.asked).toBe(asked)

  // Both, then the new one alone.
  publish(describe([company, next]))
  clock.ahead = 2 * 60_000
  expect(await bring(code, signedBy(next))).toBe(ann.id)
  expect(await bring(code, signedBy(stranger))).toContain('not accepted')
  publish(describe([next]))
  clock.ahead = 2 * 3600_000
  expect(await bring(code, signedBy(next))).toBe(ann.id)
  expect(await bring(code, signedBy(company))).toContain('not accepted')
})

test('strangers do not make the provider be asked for each answer', async () => {
  publish(describe([company]))
  const { code } = await addProvider({ metadataUrl })
  const before = published.asked

  for (let at = 0; at < 3; at++) await bring(code, signedBy(stranger))

  expect(published.asked).toBe(before + 1)
})

test('metadata that cannot be read counts for a day, then what is pinned', async () => {
  publish(describe([company]))
  const { code } = await addProvider({ metadataUrl })
  const pinned = await addProvider({ metadataUrl, certificates: next.certificate })
  expect(await bring(code, signedBy(company))).toBe(ann.id)
  expect(await bring(pinned.code, signedBy(company))).toBe(ann.id)

  publish('gone', 404)
  clock.ahead = 20 * 3600_000
  expect(await bring(code, signedBy(company))).toBe(ann.id)
  clock.ahead = 30 * 3600_000
  expect(await bring(code, signedBy(company))).toContain('its address answered 404')
  expect(await bring(pinned.code, signedBy(company))).toContain('not accepted')
  expect(await bring(pinned.code, signedBy(next))).toBe(ann.id)
})

const signMetadata = (text: string, signer: typeof next) =>
  sign(text, { ...signer, element: 'EntityDescriptor' })

test('where metadata has to be signed, only what is signed counts', async () => {
  const signed = { metadataUrl, metadataCertificates: next.certificate }
  const { id, code } = await addProvider(signed)
  const good = signMetadata(describe([company]), next)
  const answered = async (text: string) => {
    publish(text)
    const { findings } = await as(admin).providers.test({ params: { id } })
    return findings.map((each) => each.text).join()
  }

  expect(await answered(describe([company]))).toContain('is not signed')
  expect(await answered(signMetadata(describe([company]), stranger))).toContain('not accepted')
  const forged = describe([stranger]).replace('<IDPSSODescriptor', `${good}<IDPSSODescriptor`)
  expect(await answered(forged)).toContain('is not signed')
  const [, signature = ''] = /(<ds:Signature.*<\/ds:Signature>)/s.exec(good) ?? []
  const moved = describe([stranger]).replace(
    '<IDPSSODescriptor',
    `${signature}<x>${good}</x><IDPSSODescriptor`,
  )
  expect(await answered(moved)).toMatch(/something else was signed|not accepted/)
  expect(await answered(good)).toContain('signs with the certificate')
  expect(await bring(code, signedBy(company))).toBe(ann.id)
})

test.each([
  ['of another provider', describe([company], '', 'https://other.example'), 'another provider'],
  ['that has expired', describe([company], ' validUntil="2020-01-01T00:00:00Z"'), 'has expired'],
  ['without certificates', describe([]), 'has no certificate'],
  ['with a short key', describe([newSigner({ bits: 1024 })]), 'has no certificate'],
  ['with a document type', `<!DOCTYPE x>${describe([company])}`, 'defines a document type'],
  ['that is no XML', 'hello', 'not XML'],
  [
    'of many',
    `<EntitiesDescriptor xmlns="urn:x">${describe([company])}</EntitiesDescriptor>`,
    'one',
  ],
  ['that is long', `${describe([company])}${' '.repeat(1024 ** 2)}`, 'longer than'],
])('metadata %s is refused in words', async (_, text, problem) => {
  publish(text)
  const { id } = await addProvider({ metadataUrl })

  const { isGood, findings } = await as(admin).providers.test({ params: { id } })

  expect({ isGood, text: findings[0]?.text }).toMatchObject({
    isGood: false,
    text: expect.stringContaining(problem),
  })
})

test('metadata is not fetched from private addresses that are not allowed', async () => {
  const { id } = await addProvider({ metadataUrl: 'https://10.1.2.3/metadata' })

  const { findings } = await as(admin).providers.test({ params: { id } })

  expect(findings[0]?.text).toContain('private address')
})

test('a provider that was added before these settings works as it did', async () => {
  const { code, id } = await addProvider({ certificates: company.certificate })
  await database.query(
    `update kontor.sign_in_providers
    set connection = connection - 'metadataUrl' - 'metadataCertificates' where id = $1`,
    [id],
  )

  expect(await bring(code, signedBy(company))).toBe(ann.id)
  await expect(addProvider({})).rejects.toMatchObject({ status: 400 })
})
