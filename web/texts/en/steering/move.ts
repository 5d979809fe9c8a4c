import { plural } from '../../plural.ts'

export const move = {
  title: (n: number) => `Migrate to version ${n}`,
  hint: 'This is a preview; nothing has changed yet.',
  after: 'Results:',
  outcome: 'Result',
  fine: 'can be migrated',
  later: 'as soon as it waits',
  already: 'already on this version',
  checking: 'checking …',
  moved: 'migrated',
  queued: 'queued',
  mapping: 'Steps that the new version does not have',
  mapTo: (name: string) => `“${name}” is now`,
  mapHint: 'Choose a step in the new version',
  suggested: (percent: number) => `Suggested: ${percent} % alike`,
  timers: 'Timers',
  keep: 'Keep their time',
  recompute: 'Count again from now, as the new version says',
  queue: 'Those that are busy or have an incident: migrate them as soon as they wait',
  queueHint: 'You are notified of those for which that is not possible then.',
  confirm: (n: number) =>
    plural('en', n, { one: 'Migrate # instance', other: 'Migrate # instances' }),
  done: (n: number) =>
    plural('en', n, { one: '# instance was migrated.', other: '# instances were migrated.' }),
  doneLater: (n: number) =>
    plural('en', n, {
      one: '# instance is migrated as soon as it waits.',
      other: '# instances are migrated as soon as they wait.',
    }),
}
