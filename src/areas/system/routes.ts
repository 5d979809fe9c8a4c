import { implement } from '../../http/implement.ts'
import { system } from './operations.ts'
import { Overview, type Sources } from './service.ts'

export const systemRoutes = (sources: Sources) => {
  const overview = new Overview(sources)
  return implement('system', system, { overview: async (_, ctx) => overview.read(ctx) })
}
