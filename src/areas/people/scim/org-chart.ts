import type { Context } from '../../../platform/context.ts'
import type { Jobs } from '../../../platform/jobs/runner.ts'
import { IDENTITY } from '../../access/identity.ts'
import { lockMemberships } from '../groups/membership.ts'
import { type ProvisionedUnit, replaceProvisioned } from '../org-chart/provisioned.ts'
import { chartOf } from './chart.ts'
import { listEmployees } from './store/employees.ts'

const JOB = 'scim.org_chart'

const isOn = ({ config }: Pick<Context, 'config'>) => config.KONTOR_SCIM_ORG_CHART === 'on'

/** The chart is built from the departments and managers of all people, so a job rebuilds it shortly after a change. */
export async function chartChanged(ctx: Context): Promise<void> {
  if (isOn(ctx)) await ctx.addJob(JOB, {}, { key: JOB, queue: JOB })
}

export async function buildOrgChart(ctx: Context): Promise<void> {
  if (!isOn(ctx)) return
  await lockMemberships(ctx)
  const departments = chartOf(await listEmployees(ctx.db))
  const units = departments.flatMap(({ positions, ...department }): ProvisionedUnit[] => [
    { ...department, kind: 'department', is_head: false, users: [] },
    ...positions.map(({ isHead, ...position }) => ({
      ...position,
      kind: 'position',
      is_head: isHead,
      parent: department.code,
    })),
  ])
  if ((await replaceProvisioned(ctx, units)) > 0) ctx.changed(IDENTITY)
}

/** Also every night, because names and states of people change here, too. */
export const orgChartJobs: Jobs = {
  handlers: { [JOB]: (job) => job.write(buildOrgChart) },
  schedule: { [JOB]: '23 3 * * *' },
}
