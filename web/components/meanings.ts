/** What a colour says, wherever it is shown; the word beside it says it too. */
export const MEANINGS = {
  good: 'teal',
  bad: 'red',
  warning: 'orange',
  active: 'blue',
  waiting: 'yellow',
  over: 'gray',
} as const
type Meaning = keyof typeof MEANINGS

/** The states of everything that has some. The same word means the same everywhere. */
const STATES = {
  // It went well, or it is in force.
  active: 'good',
  added: 'good',
  approved: 'good',
  create: 'good',
  delivered: 'good',
  done: 'good',
  ended: 'good',
  fine: 'good',
  now: 'good',
  registered: 'good',
  removed: 'good',
  subscribed: 'good',
  updated: 'good',
  // It failed, was refused, or takes something away.
  blocked: 'bad',
  breached: 'bad',
  dead: 'bad',
  delete: 'bad',
  failed: 'bad',
  failing: 'bad',
  incident: 'bad',
  invalid: 'bad',
  rejected: 'bad',
  // Somebody should have a look.
  atRisk: 'warning',
  paused: 'warning',
  idle: 'warning',
  retrying: 'warning',
  suspended: 'warning',
  // Somebody or something is at it.
  in_progress: 'active',
  running: 'active',
  update: 'active',
  // It will come.
  invited: 'waiting',
  pending: 'waiting',
  planned: 'waiting',
  queued: 'waiting',
  reserved: 'waiting',
  waiting: 'waiting',
  // It is over, or there is nothing to say about it.
  absent: 'over',
  cancel: 'over',
  canceled: 'over',
  deleted: 'over',
  discarded: 'over',
  external: 'over',
  interrupted: 'over',
  left: 'over',
  new: 'over',
  over: 'over',
  present: 'over',
  unchanged: 'over',
} as const satisfies Record<string, Meaning>
export type State = keyof typeof STATES

export const hueOfState = (state: State): string => MEANINGS[STATES[state]]

/** Colours that say nothing, for values that only have to be told apart. */
export const HUES = [
  ...['gray', 'blue', 'violet', 'cyan', 'pink', 'indigo', 'lime', 'grape', 'yellow', 'orange'],
] as const
