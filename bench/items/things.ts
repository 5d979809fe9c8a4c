/** A plain app, `bench/things`, with indexes as a company has them. */
export const things = [
  { path: 'solution.yaml', content: 'code: bench\nname: Bench\nversion: 1.0.0\n' },
  { path: 'workspaces/bench/workspace.yaml', content: 'name: Bench\n' },
  {
    path: 'workspaces/bench/apps/things.yaml',
    content: `name: Things
fields:
  title: { name: Title, type: STRING, required: true }
  count: { name: Count, type: INTEGER, indexed: true }
  due: { name: Due, type: DATETIME, indexed: true }
`,
  },
]
