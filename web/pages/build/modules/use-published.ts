import { useApi } from '../../../api.ts'
import { codeOfModule } from './module-value.ts'

const ALL = { input: { active: true, size: -1 } }

/** The module as it is published; undefined before its first time. */
export function usePublished(file: string) {
  const { data } = useApi('scheme', 'listModules', ALL, { fresh: 5_000 })
  const code = codeOfModule(file)
  return data?.result.result.find((each) => each.code === code)
}
