import { join } from 'node:path'
import { complain, say } from '../../src/commands/say.ts'
import { readArguments } from '../arguments.ts'
import { patientFetch } from '../patient-fetch.ts'
import { formatTable } from '../table.ts'
import { latestTag, nextTree, PRESENT, treeOf } from './trees.ts'
import { type UpgradeOptions, upgrade } from './upgrade.ts'

const { values } = readArguments({
  name: 'npm run upgrade',
  about: 'Replaces nodes of one release by those of another under load, and back.',
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: '20261117' },
  },
  help: {
    from: 'commit or tag that stands for the release before; the latest tag unless told',
    seed: 'repeats a run',
  },
})
await patientFetch()
const present = { name: 'this release', main: PRESENT }
const cases: Record<string, Pick<UpgradeOptions, 'releases' | 'isTwoWay'>> = {
  'to the next release, and back': {
    releases: (folder) => ({
      old: present,
      next: { name: 'the next release', main: nextTree(join(folder, 'next')) },
    }),
    isTwoWay: true,
  },
}
const from = values.from ?? latestTag()
if (from === undefined)
  say('no tag names a release before: only the upgrade to the next one is tried')
else {
  cases[`from ${from} to this release`] = {
    releases: (folder) => ({
      old: { name: 'the release before', main: treeOf(from, join(folder, 'before')) },
      next: present,
    }),
    isTwoWay: false,
  }
}
for (const [title, each] of Object.entries(cases)) {
  say(`\n${title}`)
  const { steps, counts, problems } = await upgrade({ ...each, seed: Number(values.seed), say })
  for (const problem of problems) complain(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  say(`\n${formatTable(steps)}`)
  say(`\n${formatTable([{ ...counts, problems: problems.length }])}`)
}
