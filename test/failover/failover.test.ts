import { expect, test } from 'vitest'
import { failOver } from './failover.ts'
import { toInstall } from './programs.ts'

const title = 'a leader of Patroni that hands over under load loses nothing'

if (toInstall) test.skip(`${title} (${toInstall})`, () => undefined)
else {
  test(title, async () => {
    const { problems, outcomes, counts } = await failOver({
      names: ['switchover'],
      patience: { ttl: 20, loop_wait: 2, retry_timeout: 5 },
      calm: 1_000,
      seed: 20_261_117,
      say: () => undefined,
    })

    expect(problems).toEqual([])
    expect(outcomes).toHaveLength(1)
    expect(counts.writes).toBeGreaterThan(0)
    expect(counts.instances).toBeGreaterThan(0)
  })
}
