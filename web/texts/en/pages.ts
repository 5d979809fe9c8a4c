import { plural } from '../plural.ts'

/** Pages of workspaces and their widgets. */
export const pages = {
  missing: 'This workspace has no page, or you do not have access to it.',
  empty: 'There is nothing on this page for you.',
  menu: 'Page actions',
  makeHome: 'Make this my home page',
  notHome: 'No longer my home page',
  seeAs: {
    title: 'See it as …',
    who: 'Person',
    start: 'Look',
    seen: (name: string) => `You see this page as ${name} does. Nothing can be changed.`,
    stop: 'Stop',
  },
  design: 'Design this page',
  unknown: (type: string) => `This widget cannot be drawn: unknown type or settings (${type}).`,
  nothing: 'Nothing here.',
  noTasks: 'No open tasks.',
  noProcess: 'The process is not there.',
  noDirectory: 'The directory is not there, or you do not have access to it.',
  directory: 'Open the directory',
  report: 'Open the report',
  all: (n: number) => plural('en', n, { one: 'Show # item', other: 'Show all #' }),
  trend: {
    none: 'none before',
    than: {
      day: 'than the day before',
      week: 'than the week before',
      month: 'than the month before',
      quarter: 'than the quarter before',
      year: 'than the year before',
    },
  },
}
