import { timingSafeEqual } from 'node:crypto'
import { isId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import { hashSecret } from '../secrets.ts'
import { refuse } from './refusal.ts'
import { type ClientRow, findClient } from './store/clients.ts'

type Given = Partial<Record<string, string>>

/** The registered program that calls; one with a secret has to send it (RFC 6749, section 2.3). */
export async function authenticateProgram(
  ctx: Context,
  { client_id: id = '', client_secret: secret }: Given,
): Promise<ClientRow | undefined> {
  const client = isId(id) ? await findClient(ctx.db, id) : undefined
  if (!client?.is_confidential || isSecretOf(client, secret)) return client
  const problem = client.secret_hash
    ? 'its secret is missing or wrong'
    : 'it was ended: an administrator gives it another secret'
  throw refuse('invalid_client', `the program is not accepted: ${problem}`)
}

const isSecretOf = ({ secret_hash: hash }: ClientRow, secret: string | undefined): boolean =>
  hash !== null && secret !== undefined && timingSafeEqual(hashSecret(secret), hash)

/** The client id, in the header or in the form but not in both. */
export function withCredentials(form: Given, header: string | undefined): Given {
  const [, encoded] = /^Basic +([\w+/=-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return form
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const [id = '', secret = ''] = splitOnce(text).map(decode)
  if (form.client_secret !== undefined || (form.client_id ?? id) !== id) {
    throw refuse('invalid_request', 'the program says twice who it is')
  }
  return { ...form, client_id: id, client_secret: secret }
}

const splitOnce = (text: string): string[] => {
  const at = text.indexOf(':')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refuse('invalid_request', 'the header "Authorization" cannot be read')
  }
}
