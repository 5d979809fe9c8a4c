import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { AppError } from '../../src/lib/errors.ts'
import type { startForms } from '../forms.ts'
import { browserOf, Jar } from '../provider-sign-in.ts'
import { answerTo, formOf, queryOf, readRequest, sign, startSamlProvider } from '../saml.ts'
import type { Door } from './doors.ts'
import { ISSUER } from './texts.ts'
import type { Inserted } from './xml.ts'

type Forms = Awaited<ReturnType<typeof startForms>>

/** Messages that would be accepted as they are, with the attack in them. */
export async function samlDoors(forms: Forms): Promise<Record<string, Door>> {
  const company = await startSamlProvider()
  const connection = {
    kind: 'saml' as const,
    issuer: company.issuer,
    signInUrl: company.signInUrl,
    certificates: company.certificate,
    audience: 'https://kontor.example.org',
  }
  const rules = { domains: ['example.com'], linksByEmail: true, trustsEmail: true }
  const input = { code: 'company', name: 'Company', connection, rules }
  await forms.as(forms.admin).providers.create({ input })
  await forms.make.user({ login: 'sam', email: 'sam@example.com' })
  const { start, finish, post } = browserOf(forms)
  const signIn = async (inserted: Inserted) => {
    const jar = new Jar()
    const begun = readRequest(await start(jar, 'company'))
    const said = { nameId: 'id-of-sam', attributes: { email: ['sam@example.com'] } }
    const xml = insert(sign(answerTo(begun, said), company), 'samlp:Response', inserted)
    return finish(jar, 'company', formOf(xml, begun))
  }
  // Signed with the attack in it: not even the provider itself does harm.
  const signOut = (inserted: Inserted) => {
    const xml = insert(signOutRequest(forms.address), 'samlp:LogoutRequest', inserted)
    const query = queryOf(company, xml)
    return post(new Jar(), '/session/providers/company/sign-out', { query })
  }
  return {
    'an answer of SAML': door(signIn),
    'a sign-out of SAML': door(signOut),
    'metadata of SAML': await metadataDoor(forms),
  }
}

/** What a provider has at its address, read when an administrator tests the connection. */
async function metadataDoor({ as, admin }: Forms): Promise<Door> {
  let metadata = Buffer.alloc(0)
  const server = createServer((_, response) => void response.end(metadata))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => server.close())
  const { port } = server.address() as AddressInfo
  const connection = {
    kind: 'saml' as const,
    issuer: ISSUER,
    signInUrl: 'https://login.example.com/sso',
    metadataUrl: `http://127.0.0.1:${port}/metadata`,
    audience: 'https://kontor.example.org',
  }
  const input = { code: 'described', name: 'Described', connection, rules: {} }
  const { provider } = await as(admin).providers.create({ input })
  return {
    formats: ['metadata'],
    send: async (content) => {
      metadata = Buffer.from(content)
      const { isGood, findings } = await as(admin).providers.test({ params: { id: provider.id } })
      return { isRefused: !isGood, words: JSON.stringify(findings) }
    },
  }
}

const door = (send: (inserted: Inserted) => Promise<Response>): Door => ({
  formats: ['saml'],
  send: async (content) => {
    const answer = await send(JSON.parse(String(content)) as Inserted)
    const words = await answer.text()
    if (answer.ok) return { isRefused: false, words }
    // What a provider says wrong is a failure of the provider: the browser only carries it.
    const isRefusal = answer.status < 500 || words.includes('"provider_failed"')
    if (!isRefusal) throw new AppError('internal', words)
    return { isRefused: true, words }
  },
})

const insert = (xml: string, root: string, inserted: Inserted): string => {
  const { prolog = '', attributes = '', text = 'id-of-sam', elements = '' } = inserted
  return xml
    .replace('id-of-sam', text)
    .replace(`<${root}`, `${prolog}<${root}${attributes}`)
    .replace(`</${root}>`, `${elements}</${root}>`)
}

const signOutRequest = (address: string): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
  ` ID="_1" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${address}/sign-out/company">` +
  `<saml:Issuer>https://login.example.com/saml</saml:Issuer><saml:NameID>id-of-sam</saml:NameID></samlp:LogoutRequest>`
