import { plural } from '../../plural.ts'

export const health = {
  title: 'Needs attention',
  fine: 'Nothing needs attention.',
  checked: 'Checks',
  allFine: (n: number) => plural('en', n, { one: '# check passed', other: '# checks passed' }),
  since: 'since',
  webhookFailing: (name: string) => `Webhook “${name}” is failing`,
  webhookPaused: (name: string) => `Webhook “${name}” is paused`,
  incidents: (n: number) => plural('en', n, { one: '# incident', other: '# incidents' }),
  deadLetters: (n: number) =>
    plural('en', n, { one: '# message was not received', other: '# messages were not received' }),
  jobsFailed: (n: number) => plural('en', n, { one: '# failed job', other: '# failed jobs' }),
  jobsLate: (n: number) =>
    plural('en', n, {
      one: '# job is more than 15 minutes late',
      other: '# jobs are more than 15 minutes late',
    }),
  jobsStuck: (n: number) =>
    plural('en', n, {
      one: '# job has been running for over an hour',
      other: '# jobs have been running for over an hour',
    }),
  storage: (used: string, max: string) => `Files take ${used} of ${max}`,
  noBackup: 'There is no backup yet',
  oldBackup: 'The latest backup is old',
  backupHint: 'Run “kontor backup” at fixed times.',
  backup: 'Latest backup',
  none: 'none',
  failing: 'Failing webhooks',
  late: 'Late jobs',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
}
