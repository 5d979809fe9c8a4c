import { useShareView } from '../build/use-share-view.ts'
import type { Report } from './list-page.tsx'
import { readView, toDefinition } from './view.ts'

/** Gives a view of a report to everybody. */
export function useShare(report: Report) {
  const { namespace, code, solution, views } = report
  return useShareView({
    namespace,
    solution,
    file: `workspaces/${namespace}/reports/${code}.yaml`,
    taken: views.map((each) => each.code),
    define: ({ name, search }) =>
      toDefinition(name, readView(new URLSearchParams(search), report), report),
  })
}
