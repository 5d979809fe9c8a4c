import type pg from 'pg'
import { invalid } from '../../lib/errors.ts'
import type { Connections } from './shared-pool.ts'

/** Estimates of PostgreSQL for statements: a thousand cost units are some milliseconds. */
export class QueryCosts {
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Returns the cost; throws if it is above the limit. */
  async check(pool: Pick<Connections, 'query'>, query: pg.QueryConfig): Promise<number> {
    const cost = await estimate(pool, query)
    if (this.#most === 0 || cost <= this.#most) return cost
    throw invalid(
      `this compares every item with every other: the database expects a cost of ${inWords(cost)}, ` +
        `${inWords(this.#most)} are allowed; narrow down what is looked at inside, or compare by a field that is indexed`,
    )
  }
}

type Estimate = { 'QUERY PLAN': { Plan: { 'Total Cost': number } }[] }

async function estimate(
  pool: Pick<Connections, 'query'>,
  { text, values }: pg.QueryConfig,
): Promise<number> {
  const { rows } = await pool.query({
    text: `explain (format json) ${text}`,
    ...(values && { values }),
  })
  const [row] = rows as Estimate[]
  return row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0
}

const inWords = (cost: number): string => Math.round(cost).toLocaleString('en-GB')
