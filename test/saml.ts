import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterAll } from 'vitest'
import { SignedXml } from 'xml-crypto'

const DER = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const SEQUENCE = (...parts: Buffer[]) => DER(0x30, ...parts)
const OID = (hex: string) => DER(0x06, Buffer.from(hex, 'hex'))
const SHA256_RSA = SEQUENCE(OID('2a864886f70d01010b'), DER(0x05))

/** A key, and a certificate that it signed for itself, as identity providers have them. */
export function newSigner({ bits = 2048, until = '391231235959Z' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const name = SEQUENCE(DER(0x31, SEQUENCE(OID('550403'), DER(0x0c, Buffer.from('login')))))
  const time = (written: string) => DER(0x17, Buffer.from(written))
  const content = SEQUENCE(
    DER(0x02, Buffer.from([1])),
    SHA256_RSA,
    name,
    SEQUENCE(time('250101000000Z'), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const der = SEQUENCE(content, SHA256_RSA, DER(0x03, Buffer.from([0]), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const certificate = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey, certificate }
}

const SAML = 'urn:oasis:names:tc:SAML:2.0'
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** What the browser brings: the request in the address. */
export function readRequest({ searchParams }: URL) {
  const packed = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')
  const xml = inflateRawSync(packed).toString()
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  const issuer = /<saml:Issuer>([^<]*)</.exec(xml)?.[1] ?? ''
  const callback = attribute('AssertionConsumerServiceURL')
  return { xml, id: attribute('ID'), callback, issuer, state: searchParams.get('RelayState') ?? '' }
}
type Request = ReturnType<typeof readRequest>

const USUAL = {
  issuer: 'https://login.example.com/saml',
  nameId: 'somebody',
  format: `${SAML}:nameid-format:persistent`,
  attributes: {} as Record<string, readonly string[]>,
  status: 'Success',
  method: `${SAML}:cm:bearer`,
  notBefore: -5,
  notOnOrAfter: 60,
  confirmedFor: 60,
  sessionFor: 3600,
  /** Seconds since the provider asked for the password. */
  askedAgo: 0,
  conditions: '',
  /** Instead of what the request says. */
  audience: undefined as string | undefined,
  recipient: undefined as string | undefined,
  destination: undefined as string | undefined,
  answered: undefined as string | undefined,
  responseAnswers: undefined as string | undefined,
  id: undefined as string | undefined,
}
export type Said = Partial<typeof USUAL>

/** The answer of a provider, not signed yet. */
export function answerTo(request: Request, said: Said = {}): string {
  const all = { ...USUAL, ...said }
  const { audience = request.issuer, recipient = request.callback, answered = request.id } = all
  const { destination = request.callback, responseAnswers = answered } = all
  const attributes = Object.entries(all.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  const issuer = `<saml:Issuer>${all.issuer}</saml:Issuer>`
  return (
    `<samlp:Response xmlns:samlp="${SAML}:protocol" xmlns:saml="${SAML}:assertion" ID="_${randomUUID()}"` +
    ` Version="2.0" IssueInstant="${at(0)}" Destination="${destination}" InResponseTo="${responseAnswers}">` +
    `${issuer}<samlp:Status><samlp:StatusCode Value="${SAML}:status:${all.status}"/></samlp:Status>` +
    `<saml:Assertion ID="${all.id ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${at(0)}">${issuer}` +
    `<saml:Subject><saml:NameID Format="${all.format}">${all.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${all.method}"><saml:SubjectConfirmationData` +
    ` NotOnOrAfter="${at(all.confirmedFor)}" Recipient="${recipient}" InResponseTo="${answered}"/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(all.notBefore)}" NotOnOrAfter="${at(all.notOnOrAfter)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>` +
    `${all.conditions}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(-all.askedAgo)}" SessionIndex="s1" SessionNotOnOrAfter="${at(all.sessionFor)}"/>` +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` +
    `</saml:Assertion></samlp:Response>`
  )
}

type Signing = {
  key: KeyObject
  /** Sent along, as providers do; it proves nothing. */
  certificate: string
  element?: 'Assertion' | 'Response' | 'StatusDetail' | 'EntityDescriptor'
  signature?: string
  digest?: string
  canonical?: string
  prefix?: string
}

export function sign(xml: string, signing: Signing): string {
  const { key, certificate, element = 'Assertion', prefix = 'ds', ...names } = signing
  const {
    signature = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
    canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#',
  } = names
  const signed = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: certificate,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: canonical,
  })
  const path = `//*[local-name(.)='${element}']`
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical]
  signed.addReference({ xpath: path, transforms, digestAlgorithm: digest })
  const location =
    element === 'EntityDescriptor'
      ? ({ reference: path, action: 'prepend' } as const)
      : ({ reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' } as const)
  signed.computeSignature(xml, { prefix, location })
  return signed.getSignedXml()
}

export const formOf = (xml: string, { state }: { state: string }): string =>
  String(
    new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }),
  )

/** As .NET writes it: what is signed is the text as it is, not what it means. */
const small = (text: string) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase())

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

/** A request of a provider in an address (HTTP-Redirect), signed. */
export function queryOf(
  { key }: Pick<Signing, 'key'>,
  xml: string,
  { algorithm = RSA_SHA256, hash = 'RSA-SHA256' } = {},
): string {
  const packed = deflateRawSync(xml).toString('base64')
  const text = `SAMLRequest=${small(packed)}&RelayState=${small('a b/c')}&SigAlg=${small(algorithm)}`
  return `${text}&Signature=${small(createSign(hash).update(text).sign(key, 'base64'))}`
}

/** A provider on a free port. It asks who somebody is with a page of its own, and believes what they say. */
export async function startSamlProvider() {
  const signer = newSigner()
  const people = new Map<string, Said>()
  const field = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${value}">`
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.method === 'GET') {
      response.end(
        '<form method="post"><label>Who are you? <input name="who"></label><button>Continue</button></form>',
      )
      return
    }
    const asked = readRequest(new URL(request.url ?? '/', 'http://localhost'))
    const nameId = new URLSearchParams(await text(request)).get('who') ?? ''
    const again = asked.xml.includes('ForceAuthn="true"') ? { askedAgo: 0 } : {}
    const xml = sign(answerTo(asked, { nameId, ...people.get(nameId), ...again }), signer)
    const fields = Array.from(new URLSearchParams(formOf(xml, asked)), ([name, value]) =>
      field(name, value),
    )
    response.end(
      `<body onload="document.forms[0].submit()"><form method="post" action="${asked.callback}">${fields.join('')}</form></body>`,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const signInUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso?tenant=1`
  return { signInUrl, people, ...signer, issuer: USUAL.issuer }
}
