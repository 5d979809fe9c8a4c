import { Agent, request } from 'node:http'
import { percentile, type Sample } from '../compare.ts'
import type { Cpu } from '../cpu.ts'
import { CALLERS } from '../http-load.ts'

/** One thing done from beginning to end, by one of the callers. */
export type Act = (caller: number) => Promise<void>

/** As many callers as connections, each doing one thing after the other. */
export async function driveActs(act: Act, cpu: () => Cpu, seconds: number): Promise<Sample> {
  const times: number[] = []
  const before = cpu()
  const since = performance.now()
  const end = since + seconds * 1000
  const call = async (caller: number) => {
    while (performance.now() < end) {
      const begun = performance.now()
      await act(caller)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)))
  const after = cpu()
  const duration = (performance.now() - since) / 1000
  return {
    perSecond: times.length / duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    nodeCpu: (after.node - before.node) / times.length,
    postgresCpu: (after.postgres - before.postgres) / times.length,
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })

/** The answer as text; anything but 200 is an error. */
export function call(
  url: string,
  { method, token, body }: { method: string; token: string; body: unknown },
): Promise<string> {
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`${response.statusCode}: ${answer.slice(0, 300)}`))
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
