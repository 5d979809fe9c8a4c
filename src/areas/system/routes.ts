import { implement } from '../../http/implement.ts'
import { HealthChecks } from './health.ts'
import { system } from './operations.ts'
import { Overview, type Sources } from './service.ts'

export const systemRoutes = (sources: Sources) => {
  const overview = new Overview(sources)
  const health = new HealthChecks(sources.checks)
  return implement('system', system, {
    overview: async (_, ctx) => overview.read(ctx),
    health: (_, ctx) => health.read(ctx),
  })
}
