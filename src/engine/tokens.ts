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

type Sheet = { source?: Page; changed?: Map<number, Token>; summary: Summary }

/** Tokens at one time: more means that the model multiplies them without limit. */
export const MOST_TOKENS = 60_000

/** Up to this many tokens the state has them in one record, beyond it in pages. */
const MOST_IN_ONE = 256
const PAGE_BITS = 7

const summaries = new WeakMap<Page, Summary>()

/**
 * The tokens of a step in progress, in the order of their numbers. A few are copied and looked through; of
 * many, pages are copied before their first change and shared between states otherwise, so that a step costs
 * as much as it changes.
 */
export class Tokens {
  readonly #few: Map<number, Token> | undefined
  readonly #sheets = new Map<number, Sheet>()
  #size = 0

  constructor({ tokens, pages }: Pick<Control, 'tokens' | 'pages'>) {
    if (!pages) {
      this.#few = new Map()
      for (const no in tokens) this.#few.set(Number(no), tokens[no] as Token)
      return
    }
    for (const [key, source] of Object.entries(pages)) {
      const summary = summaryOf(source)
      this.#sheets.set(Number(key), { source, summary })
      this.#size += sizeOf(summary)
    }
  }

  get size(): number {
    return this.#few ? this.#few.size : this.#size
  }

  get(no: number): Token | undefined {
    if (this.#few) return this.#few.get(no)
    const sheet = this.#sheets.get(no >> PAGE_BITS)
    return sheet?.changed ? sheet.changed.get(no) : sheet?.source?.[no]
  }

  has(no: number): boolean {
    return this.get(no) !== undefined
  }

  set(no: number, token: Token): void {
    if (this.#few) {
      this.#few.set(no, token)
      return
    }
    const { changed, summary } = this.#own(no)
    const before = changed.get(no)
    if (before) count(summary, before, -1)
    else this.#size++
    count(summary, token, 1)
    changed.set(no, token)
  }

  delete(no: number): void {
    if (this.#few) {
      this.#few.delete(no)
      return
    }
    const { changed, summary } = this.#own(no)
    const before = changed.get(no)
    if (!before) return
    count(summary, before, -1)
    changed.delete(no)
    this.#size--
  }

  /** A copy: what is added or removed meanwhile does not matter. */
  all(): [number, Token][] {
    return this.#few ? [...this.#few] : [...this.#sheets.values()].flatMap(entriesOf)
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
    return this.#find(
      ({ waits, watching }) => (waits.get(wait) ?? 0) + (watching.get(wait) ?? 0),
      (token) => token.waits === wait,
    )
  }

  /** Whether every token of an element waits for one of these. */
  waitOnlyFor(idle: ReadonlySet<Wait | undefined>): boolean {
    if (this.#few) {
      for (const { watches, waits } of this.#few.values()) {
        if (watches === undefined && !idle.has(waits)) return false
      }
    }
    for (const { summary } of this.#sheets.values()) {
      for (const wait of summary.waits.keys()) if (!idle.has(wait)) return false
    }
    return true
  }

  toControl(): Pick<Control, 'tokens' | 'pages'> {
    if (this.size <= MOST_IN_ONE) return { tokens: Object.fromEntries(this.#few ?? this.all()) }
    return { tokens: {}, pages: this.#few ? paged(this.all()) : this.#pages() }
  }

  #pages(): Record<number, Page> {
    const pages: Record<number, Page> = {}
    for (const [key, sheet] of this.#sheets) {
      if (sizeOf(sheet.summary) > 0) pages[key] = toPage(sheet)
    }
    return pages
  }

  #own(no: number): { changed: Map<number, Token>; summary: Summary } {
    const key = no >> PAGE_BITS
    const sheet = this.#sheets.get(key) ?? { changed: new Map(), summary: noSummary() }
    if (!sheet.changed) {
      sheet.changed = new Map(entriesOf(sheet))
      sheet.summary = copyOf(sheet.summary)
    }
    this.#sheets.set(key, sheet)
    return { changed: sheet.changed, summary: sheet.summary }
  }

  #some(part: (summary: Summary) => number | undefined): boolean {
    for (const { summary } of this.#sheets.values()) if (part(summary)) return true
    return false
  }

  #find(part: (summary: Summary) => number | undefined, fits: (token: Token) => boolean): number[] {
    const found: number[] = []
    if (this.#few) {
      for (const [no, token] of this.#few) if (fits(token)) found.push(no)
      return found
    }
    for (const sheet of this.#sheets.values()) {
      if (!part(sheet.summary)) continue
      for (const [no, token] of entriesOf(sheet)) if (fits(token)) found.push(no)
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
  const all = Object.values(pages).map(summaryOf)
  return {
    hasIncident: all.some(({ incidents }) => incidents > 0),
    isWaiting: all.some(({ waits, watching }) =>
      wanted.some((each) => waits.has(each) || watching.has(each)),
    ),
  }
}

function entriesOf({ source, changed }: Sheet): [number, Token][] {
  if (changed) return [...changed]
  return Object.entries(source ?? {}).map(([no, token]) => [Number(no), token])
}

function toPage({ source, changed, summary }: Sheet): Page {
  if (!changed) return source ?? {}
  const page: Page = Object.fromEntries(changed)
  summaries.set(page, summary)
  return page
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

function sizeOf({ waits, watching }: Summary): number {
  let size = 0
  for (const number of waits.values()) size += number
  for (const number of watching.values()) size += number
  return size
}
