import { plural } from '../plural.ts'

/** Boards, timelines, galleries, grouped tables: the ways to look at the items of an app. */
export const views = {
  board: {
    without: (field: string) => `Without “${field}”`,
    limit: (n: number) => `At most ${n}`,
    over: (n: number) => `More than the limit of ${n}`,
    full: (n: number) => `The limit of ${n} is reached`,
    addTo: (column: string) => `Add to “${column}”`,
    move: (name: string) => `Move “${name}”`,
    moveTo: 'Move to',
  },
  options: {
    title: 'View',
    none: 'None',
    settings: {
      groupBy: 'Group by',
      lanes: 'Rows by',
      sumOf: 'Sum of',
      colourBy: 'Colour by',
      date: 'Starts',
      until: 'Ends',
      image: 'Picture',
    },
    columnsBy: 'Columns by',
    day: 'Date',
    colours: 'Colours by condition',
    colour: 'Colour',
    addColour: 'Add a colour',
    removeColour: 'Remove the colour',
    fromView: (n: number) =>
      plural('en', n, {
        one: 'The view has # more condition.',
        other: 'The view has # more conditions.',
      }),
    hues: {
      red: 'Red',
      orange: 'Orange',
      yellow: 'Yellow',
      green: 'Green',
      blue: 'Blue',
      violet: 'Violet',
      gray: 'Grey',
    },
  },
  summary: {
    row: 'Summaries',
    of: (column: string) => `Summary of “${column}”`,
    none: 'None',
    add: 'Summary',
    functions: { count: 'Filled in', sum: 'Sum', avg: 'Average', min: 'Smallest', max: 'Largest' },
    short: { count: 'Filled', sum: 'Sum', avg: 'Avg', min: 'Min', max: 'Max' },
  },
  timeline: {
    zoom: 'Scale',
    day: 'Days',
    week: 'Weeks',
    month: 'Months',
    today: 'Today',
    before: 'Earlier',
    after: 'Later',
    name: 'Name',
    empty: 'Nothing in this time',
    bar: (name: string, from: string, to: string) => `${name}: ${from} – ${to}`,
    hint: 'Arrow keys move it by a day, with Shift its end; Enter opens it.',
    moved: (name: string, from: string, to: string) => `${name} is now from ${from} to ${to}.`,
  },
}
