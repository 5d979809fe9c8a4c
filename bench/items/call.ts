import { type Stand, TOKEN } from '../stand.ts'

export const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }

export async function post<Answer = unknown>(
  { address }: Stand,
  path: string,
  body: unknown,
): Promise<Answer> {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** The user behind the token. */
export async function caller({ address }: Stand): Promise<string> {
  const answer = await fetch(`${address}/manage/v1/session`, { headers })
  const { user } = (await answer.json()) as { user: { id: string } }
  return user.id
}
