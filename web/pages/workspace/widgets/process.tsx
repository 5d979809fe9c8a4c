import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import { HeatMap } from '../../processes/heat/heat-map.tsx'
import classes from '../workspace.module.css'
import { placeOf, type WidgetProps } from './widget.ts'

/** A process, and where work waits in it. */
export function ProcessWidget({ settings }: WidgetProps<'process'>) {
  const t = useTexts().pages
  const { namespace, code } = placeOf(settings.process)
  const menu = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const all = menu.data?.workspaces.flatMap(({ processes }) => processes)
  const id = all?.find((each) => each.namespace === namespace && each.code === code)?.id
  if (all && !id) return <p className={classes.none}>{t.noProcess}</p>
  return (
    <Shown of={menu}>{() => <Heat id={id ?? ''} measure={settings.measure ?? 'counts'} />}</Shown>
  )
}

function Heat({ id, measure }: { id: string; measure: 'counts' | 'times' }) {
  const asked = useApi('processes', 'get', { params: { id }, input: {} })
  return (
    <Shown of={asked}>
      {({ process }) => <HeatMap process={process} start={measure} isPlain />}
    </Shown>
  )
}
