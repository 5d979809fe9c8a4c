import { onTestFinished } from 'vitest'

export type Heard = {
  position: number
  type: string
  object: string
  data: Record<string, unknown>
}

/** A reader with a token or a session cookie. */
type Reader = { token: string } | { cookie: string }

/** A stream reader like that of a browser, but without automatic reconnects. */
export const listenTo =
  (address: string) =>
  async (reader: Reader, query = '', lastEventId?: number) => {
    const gone = new AbortController()
    onTestFinished(() => gone.abort())
    const headers = {
      ...('token' in reader ? { 'x-token': reader.token } : reader),
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    }
    const answer = await fetch(`${address}/events${query}`, { headers, signal: gone.signal })
    const heard: Heard[] = []
    const said: string[] = []
    let isOver = false
    const read = async () => {
      let text = ''
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString()
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        said.push(...parts)
        for (const part of parts) {
          const data = /^data: (\{.*)$/m.exec(part)?.[1]
          if (data !== undefined) heard.push(JSON.parse(data))
        }
      }
    }
    void read()
      .catch(() => undefined)
      .finally(() => {
        isOver = true
      })
    return { answer, heard, said, leave: () => gone.abort(), isOver: () => isOver }
  }
