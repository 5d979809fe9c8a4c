import type { Control, Token, Wait } from './state.ts'

type Page = Record<number, Token>

/** What a page contains, so that most questions about all tokens need not look at each. */
type Summary = {
  /** By the token they run inside, without watchers. */
  alive: Map<number, number>
  /** By the token they watch. */
  watchers: Map<number, number>
  /** By what they wait for: tokens of elements, and watchers. */
  waits: Map<Wait | undefined, number>
  watching: Map<Wait | undefined, number>
  incidents: number
}

type Sheet = { changed: Map<number, Token>; summary: Summary }

/** What all pages contain together. */
type Totals = Pick<Summary, 'waits' | 'watching'> & { size: number; incidents: number }

/** Tokens at one time, besides those of loops: more means that the model multiplies them without limit. */
export const MOST_TOKENS = 60_000

/** Up to this many tokens the state has them in one record, beyond it in pages. */
const MOST_IN_ONE = 256
const PAGE_BITS = 7

const summaries = new WeakMap<Page, Summary>()
const totals = new WeakMap<Record<number, Page>, Totals>()

/**
 * The tokens of a step in progress, in the order of their numbers. A few are copied and looked through; of
 * many, pages are copied before their first change and shared between states otherwise, so that a step costs
 * as much as it changes.
 */
export class Tokens {
  readonly #few: Map<number, Token> | undefined
  readonly #pages: Record<number, Page>
  /** The pages that have changed. */
  readonly #sheets = new Map<number, Sheet>()
  readonly #totals: Totals
  #known: number[] | undefined

  constructor({ tokens, pages }: Pick<Control, 'tokens' | 'pages'>) {
    this.#pages = pages ?? {}
    this.#totals = pages ? copyOfTotals(totalsOf(pages)) : NO_TOTALS
    if (pages) return
    this.#few = new Map()
    for (const no in tokens) this.#few.set(Number(no), tokens[no] as Token)
  }

  get size(): number {
    return this.#few ? this.#few.size : this.#totals.size
  }

  get(no: number): Token | undefined {
    if (this.#few) return this.#few.get(no)
    const sheet = this.#sheets.get(no >> PAGE_BITS)
    return sheet ? sheet.changed.get(no) : this.#pages[no >> PAGE_BITS]?.[no]
  }

  has(no: number): boolean {
    return this.get(no) !== undefined
  }

  set(no: number, token: Token): void {
    if (this.#few) {
      this.#few.set(no, token)
      return
    }
    const sheet = this.#own(no)
    const before = sheet.changed.get(no)
    if (before) this.#count(sheet, before, -1)
    this.#count(sheet, token, 1)
    sheet.changed.set(no, token)
  }

  delete(no: number): void {
    if (this.#few) {
      this.#few.delete(no)
      return
    }
    const sheet = this.#own(no)
    const before = sheet.changed.get(no)
    if (!before) return
    this.#count(sheet, before, -1)
    sheet.changed.delete(no)
  }

  /** A copy: what is added or removed meanwhile does not matter. */
  all(): [number, Token][] {
    return this.#few ? [...this.#few] : this.#keys().flatMap((key) => this.#entries(key))
  }

  /** Whether tokens run inside a token, watchers not counted. */
  isAlive(scope: number): boolean {
    if (!this.#few) return this.#some(({ alive }) => alive.get(scope))
    for (const token of this.#few.values()) if (isInside(token, scope)) return true
    return false
  }

  isWatched(no: number): boolean {
    if (!this.#few) return this.#some(({ watchers }) => watchers.get(no))
    for (const { watches } of this.#few.values()) if (watches === no) return true
    return false
  }

  inside(scope: number): number[] {
    return this.#find(
      ({ alive }) => alive.get(scope),
      (token) => isInside(token, scope),
    )
  }

  watching(watched: number): number[] {
    return this.#find(
      ({ watchers }) => watchers.get(watched),
      (token) => token.watches === watched,
    )
  }

  waiting(wait: Wait): number[] {
    const count = ({ waits, watching }: Pick<Summary, 'waits' | 'watching'>) =>
      (waits.get(wait) ?? 0) + (watching.get(wait) ?? 0)
    if (!this.#few && count(this.#totals) === 0) return []
    return this.#find(count, (token) => token.waits === wait)
  }

  /** Whether every token of an element waits for one of these. */
  waitOnlyFor(idle: ReadonlySet<Wait | undefined>): boolean {
    if (this.#few) {
      for (const { watches, waits } of this.#few.values()) {
        if (watches === undefined && !idle.has(waits)) return false
      }
    }
    for (const wait of this.#totals.waits.keys()) if (!idle.has(wait)) return false
    return true
  }

  toControl(): Pick<Control, 'tokens' | 'pages'> {
    if (this.size <= MOST_IN_ONE) return { tokens: Object.fromEntries(this.#few ?? this.all()) }
    return { tokens: {}, pages: this.#few ? paged(this.all()) : this.#changedPages() }
  }

  #changedPages(): Record<number, Page> {
    const pages = { ...this.#pages }
    for (const [key, { changed, summary }] of this.#sheets) {
      if (changed.size === 0) delete pages[key]
      else {
        const page: Page = Object.fromEntries(changed)
        summaries.set(page, summary)
        pages[key] = page
      }
    }
    totals.set(pages, this.#totals)
    return pages
  }

  #own(no: number): Sheet {
    const key = no >> PAGE_BITS
    const own = this.#sheets.get(key)
    if (own) return own
    const page = this.#pages[key]
    const summary = page ? copyOf(summaryOf(page)) : noSummary()
    const sheet = { changed: new Map(this.#entries(key)), summary }
    this.#sheets.set(key, sheet)
    if (!page) this.#known = undefined
    return sheet
  }

  #count({ summary }: Sheet, token: Token, by: number): void {
    count(summary, token, by)
    const { waits, watching } = this.#totals
    addTo(token.watches === undefined ? waits : watching, token.waits, by)
    if (token.incident) this.#totals.incidents += by
    this.#totals.size += by
  }

  /** In order. */
  #keys(): number[] {
    if (!this.#known) {
      const keys = [...Object.keys(this.#pages).map(Number), ...this.#sheets.keys()]
      this.#known = [...new Set(keys)].sort((a, b) => a - b)
    }
    return this.#known
  }

  #entries(key: number): [number, Token][] {
    const sheet = this.#sheets.get(key)
    if (sheet) return [...sheet.changed]
    return Object.entries(this.#pages[key] ?? {}).map(([no, token]) => [Number(no), token])
  }

  #summary(key: number): Summary {
    return this.#sheets.get(key)?.summary ?? summaryOf(this.#pages[key] ?? {})
  }

  /** From the newest pages on: what is asked for has mostly just been made. */
  #some(part: (summary: Summary) => number | undefined): boolean {
    return this.#keys().findLast((key) => part(this.#summary(key))) !== undefined
  }

  #find(part: (summary: Summary) => number | undefined, fits: (token: Token) => boolean): number[] {
    const found: number[] = []
    if (this.#few) {
      for (const [no, token] of this.#few) if (fits(token)) found.push(no)
      return found
    }
    for (const key of this.#keys()) {
      if (!part(this.#summary(key))) continue
      for (const [no, token] of this.#entries(key)) if (fits(token)) found.push(no)
    }
    return found
  }
}

const isInside = (token: Token, scope: number): boolean =>
  token.scope === scope && token.watches === undefined

/** All tokens of a stored state, by number. */
export function tokensIn({ tokens, pages }: Pick<Control, 'tokens' | 'pages'>): Page {
  return pages ? Object.assign({}, ...Object.values(pages)) : tokens
}

/** One token of a stored state. */
export const tokenIn = (
  { tokens, pages }: Pick<Control, 'tokens' | 'pages'>,
  no: number,
): Token | undefined => (pages ? pages[no >> PAGE_BITS]?.[no] : tokens[no])

/** Whether any token of a stored state has an incident, and whether any waits for one of these. */
export function lookThrough(
  { tokens, pages }: Pick<Control, 'tokens' | 'pages'>,
  wanted: readonly Wait[],
): { hasIncident: boolean; isWaiting: boolean } {
  if (!pages) {
    const all = Object.values(tokens)
    return {
      hasIncident: all.some(({ incident }) => incident !== undefined),
      isWaiting: all.some(({ waits }) => waits !== undefined && wanted.includes(waits)),
    }
  }
  const { incidents, waits, watching } = totalsOf(pages)
  return {
    hasIncident: incidents > 0,
    isWaiting: wanted.some((each) => waits.has(each) || watching.has(each)),
  }
}

function paged(tokens: [number, Token][]): Record<number, Page> {
  const pages: Record<number, Page> = {}
  for (const [no, token] of tokens) {
    const key = no >> PAGE_BITS
    const page = pages[key] ?? {}
    page[no] = token
    pages[key] = page
  }
  return pages
}

const noSummary = (): Summary => ({
  alive: new Map(),
  watchers: new Map(),
  waits: new Map(),
  watching: new Map(),
  incidents: 0,
})

const copyOf = ({ alive, watchers, waits, watching, incidents }: Summary): Summary => ({
  alive: new Map(alive),
  watchers: new Map(watchers),
  waits: new Map(waits),
  watching: new Map(watching),
  incidents,
})

function summaryOf(page: Page): Summary {
  const known = summaries.get(page)
  if (known) return known
  const summary = noSummary()
  for (const token of Object.values(page)) count(summary, token, 1)
  summaries.set(page, summary)
  return summary
}

function count(summary: Summary, { scope, watches, waits, incident }: Token, by: number): void {
  if (watches === undefined) {
    addTo(summary.alive, scope, by)
    addTo(summary.waits, waits, by)
  } else {
    addTo(summary.watchers, watches, by)
    addTo(summary.watching, waits, by)
  }
  if (incident) summary.incidents += by
}

function addTo<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const sum = (counts.get(key) ?? 0) + by
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

function totalsOf(pages: Record<number, Page>): Totals {
  const known = totals.get(pages)
  if (known) return known
  const all: Totals = { waits: new Map(), watching: new Map(), size: 0, incidents: 0 }
  for (const summary of Object.values(pages).map(summaryOf)) {
    for (const part of ['waits', 'watching'] as const) {
      for (const [wait, number] of summary[part]) {
        addTo(all[part], wait, number)
        all.size += number
      }
    }
    all.incidents += summary.incidents
  }
  totals.set(pages, all)
  return all
}

const NO_TOTALS: Totals = { waits: new Map(), watching: new Map(), size: 0, incidents: 0 }

const copyOfTotals = ({ waits, watching, size, incidents }: Totals): Totals => ({
  waits: new Map(waits),
  watching: new Map(watching),
  size,
  incidents,
})
