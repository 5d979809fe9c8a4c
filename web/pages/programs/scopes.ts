import { useTexts } from '../admin/texts.ts'
import { useProgramTexts } from './texts.ts'

/** What a program may do, as people say it; writing includes reading. */
export function useScopeWords(): (scopes: readonly string[]) => string[] {
  const t = useProgramTexts().decide
  const areas: Record<string, string> = useTexts().admin.areas
  return (scopes) =>
    scopes
      .filter((each) => !scopes.includes(each.replace(/read$/, 'write')) || each.endsWith(':write'))
      .flatMap((each) => {
        const [area = '', right] = each.split(':')
        const isWrite = right === 'write'
        if (area === '*') return isWrite ? [t.seeAll, t.changeAll] : [t.seeAll]
        const name = areas[area] ?? area
        return [isWrite ? t.change(name) : t.see(name)]
      })
}
