import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'ldapts'
import { onTestFinished } from 'vitest'

const SLAPD = '/usr/sbin/slapd'
export const hasSlapd = existsSync(SLAPD) && existsSync('/usr/lib/ldap/back_mdb.so')
export const NO_SLAPD = 'slapd is not installed: the tests of LDAP are skipped'

export const BASE = 'dc=example,dc=com'
export const ROOT = { dn: `cn=root,${BASE}`, password: 'of the service account' }

const config = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
maxsize 10485760
suffix ${BASE}
rootdn ${ROOT.dn}
rootpw "${ROOT.password}"
directory ${folder}/db
`

/** A real OpenLDAP server on a free port of this machine, with a certificate of its own. */
export async function startSlapd() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-slapd-'))
  mkdirSync(join(folder, 'db'))
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ],
    { stdio: 'ignore' },
  )
  writeFileSync(join(folder, 'slapd.conf'), config(folder))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const url = `ldap://127.0.0.1:${port}`
  const slapd = spawn(SLAPD, ['-f', join(folder, 'slapd.conf'), '-h', url, '-d', '0'], {
    stdio: 'ignore',
  })
  const stop = () => slapd.kill('SIGKILL')
  onTestFinished(() => {
    stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await untilOpen(port)
  const client = new Client({ url })
  await client.bind(ROOT.dn, ROOT.password)
  onTestFinished(() => client.unbind().catch(() => {}))
  await client.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' })
  for (const ou of ['people', 'groups']) {
    await client.add(`ou=${ou},${BASE}`, { objectClass: 'organizationalUnit', ou })
  }
  const dnOf = (uid: string) => `uid=${uid},ou=people,${BASE}`
  return {
    url,
    stop,
    certificates: readFileSync(join(folder, 'cert.pem'), 'utf8'),
    add: (uid: string, password: string, employeeNumber = uid) =>
      client.add(dnOf(uid), {
        ...{ objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid, givenName: 'Given' },
        mail: `${uid}@example.com`,
        userPassword: password,
        ...(employeeNumber && { employeeNumber }),
      }),
    remove: (uid: string) => client.del(dnOf(uid)),
    addGroup: (cn: string, uid: string) =>
      client.add(`cn=${cn},ou=groups,${BASE}`, {
        ...{ objectClass: 'groupOfNames', cn, member: dnOf(uid) },
      }),
  }
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('close', () => socket.destroy())
      socket.unref()
    })
    if (isOpen) return
    await wait(50)
  }
  throw new Error('slapd did not start')
}
