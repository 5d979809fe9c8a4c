import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import {
  AndFilter,
  BerReader,
  BerWriter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  FilterParser,
  OrFilter,
  PresenceFilter,
} from 'ldapts'
import { onTestFinished } from 'vitest'

export const DOMAIN = 'dc=corp,dc=example'
export const SERVICE = { dn: `cn=kontor,${DOMAIN}`, password: 'of the service account' }
export const IN_CHAIN = '1.2.840.113556.1.4.1941'

type Attributes = Record<string, string[]>

/** Names of attributes are the same in small letters. */
const valuesOf = (entry: Attributes, name: string): string[] =>
  Object.entries(entry).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1] ?? []

type Options = {
  /** What somebody is told whose password is right: `533` is disabled. */
  states?: Record<string, string>
  /** The most entries of one search. */
  sizeLimit?: number
}

/** As much of Active Directory as a client sees that signs people in: binds, searches, nested groups and states. */
export async function startActiveDirectory({ states = {}, sizeLimit = 1000 }: Options = {}) {
  const entries = new Map<string, Attributes>()
  const passwords = new Map([[SERVICE.dn, SERVICE.password]])
  const searches: string[] = []

  /** The groups that somebody is in through other groups, too. */
  const isIn = (group: Attributes, dn: string): boolean =>
    (group.member ?? []).some((each) => {
      const inner = entries.get(each)
      return each === dn || (inner !== undefined && isIn(inner, dn))
    })

  const matches = (filter: Filter, entry: Attributes): boolean => {
    if (filter instanceof AndFilter) return filter.filters.every((each) => matches(each, entry))
    if (filter instanceof OrFilter) return filter.filters.some((each) => matches(each, entry))
    // The library does not read the name of the attribute back.
    if (filter instanceof PresenceFilter) return true
    if (filter instanceof ExtensibleFilter) {
      return filter.rule === IN_CHAIN && isIn(entry, String(filter.value))
    }
    if (!(filter instanceof EqualityFilter)) throw new Error(`not understood: ${filter.toString()}`)
    const value = String(filter.value).toLowerCase()
    return valuesOf(entry, filter.attribute).some((each) => each.toLowerCase() === value)
  }

  const bind = (dn: string, password: string): [number, string] => {
    if (dn === '') return [0, '']
    const isRight = passwords.get(dn) === password
    const state = states[dn] ?? (isRight ? '' : '52e')
    // A locked account is one whatever the password is; the other states need the right one.
    const data = isRight || state === '775' ? state : '52e'
    if (data === '') return [0, '']
    return [
      49,
      `80090308: LdapErr: DSID-0C09050F, comment: AcceptSecurityContext error, data ${data}, v4563\0`,
    ]
  }

  const find = (base: string, filter: Filter): [string, Attributes][] => {
    searches.push(filter.toString())
    if (base === '') return [['', { supportedCapabilities: ['1.2.840.113556.1.4.800'] }]]
    return [...entries].filter(([dn, entry]) => dn.endsWith(base) && matches(filter, entry))
  }

  const server = createServer((socket) => serve(socket, { bind, find, sizeLimit }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => server.close()
  onTestFinished(() => void stop())
  const address = server.address() as { port: number }
  const dnOf = (login: string) => `cn=${login},ou=people,${DOMAIN}`
  return {
    url: `ldap://127.0.0.1:${address.port}`,
    /** The filters that were asked for. */
    searches,
    dnOf,
    add: (login: string, password: string, more: Attributes = {}) => {
      passwords.set(dnOf(login), password)
      entries.set(dnOf(login), {
        ...{ sAMAccountName: [login], objectGUID: [`id-${login}`], givenName: ['Given'] },
        ...{ sn: [login], mail: [`${login}@corp.example`], ...more },
      })
    },
    remove: (login: string) => entries.delete(dnOf(login)),
    group: (name: string, member: string[]) => {
      entries.set(`cn=${name},ou=groups,${DOMAIN}`, { cn: [name], member })
      return `cn=${name},ou=groups,${DOMAIN}`
    },
    stop,
  }
}

type Answers = {
  bind: (dn: string, password: string) => [code: number, text: string]
  find: (base: string, filter: Filter) => [string, Attributes][]
  sizeLimit: number
}

const BIND = 0x60
const UNBIND = 0x42
const SEARCH = 0x63
const DONE = { bind: 0x61, search: 0x65 }
const ENTRY = 0x64

const SEQUENCE = 0x30

function serve(socket: Socket, answers: Answers): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    // Not LDAP, such as HTTP.
    if (rest[0] !== SEQUENCE) return void socket.destroy()
    while (rest.length > 0) {
      const reader = new BerReader(rest)
      if (reader.readSequence() === null || reader.length > reader.remain) return
      const end = reader.offset + reader.length
      answer(socket, new BerReader(rest.subarray(reader.offset, end)), answers)
      rest = rest.subarray(end)
    }
  })
}

function answer(socket: Socket, reader: BerReader, { bind, find, sizeLimit }: Answers): void {
  const id = reader.readInt() ?? 0
  const kind = reader.readSequence()
  const done = (tag: number, [code, text]: [number, string]) =>
    socket.write(message(id, tag, (writer) => result(writer, code, text)))
  if (kind === UNBIND) return void socket.end()
  if (kind === BIND) {
    reader.readInt()
    const dn = reader.readString() ?? ''
    done(DONE.bind, bind(dn, reader.readString(0x80) ?? ''))
    return
  }
  if (kind !== SEARCH) return void socket.destroy()
  const base = reader.readString() ?? ''
  reader.readEnumeration()
  reader.readEnumeration()
  reader.readInt()
  reader.readInt()
  reader.readBoolean()
  const found = find(base, FilterParser.parse(reader))
  for (const [dn, attributes] of found.slice(0, sizeLimit)) {
    socket.write(message(id, ENTRY, (writer) => entry(writer, dn, attributes)))
  }
  done(DONE.search, found.length > sizeLimit ? [4, ''] : [0, ''])
}

function message(id: number, tag: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(tag)
  write(writer)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function result(writer: BerWriter, code: number, text: string): void {
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString(text)
}

function entry(writer: BerWriter, dn: string, attributes: Attributes): void {
  writer.writeString(dn)
  writer.startSequence()
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence()
    writer.writeString(name)
    writer.startSequence(0x31)
    for (const value of values) writer.writeString(value)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
}
