import { Paper, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Loading } from '../../../../components/states.tsx'
import { useListFields } from '../../../apps/table/fields.ts'
import { useNavigationApp } from '../../../apps/table/use-navigation-app.ts'
import { readView, type SharedView } from '../../../apps/table/view.ts'
import { ListWidget } from '../../../workspace/widgets/list.tsx'
import type { WidgetProps } from '../../../workspace/widgets/widget.ts'
import { useBuildTexts } from '../../texts.ts'
import { appIn, usePublished } from '../draft-fields.ts'
import type { AppPartProps } from '../part.ts'
import type { DraftView } from './draft-view.ts'
import classes from './views.module.css'

const Board = lazy(async () => ({
  default: (await import('../../../apps/board/app-board.tsx')).AppBoard,
}))
const Calendar = lazy(async () => ({
  default: (await import('../../../apps/calendar/app-calendar.tsx')).AppCalendar,
}))

const Timeline = lazy(async () => ({
  default: (await import('../../../apps/timeline/app-timeline.tsx')).AppTimeline,
}))
const Gallery = lazy(async () => ({
  default: (await import('../../../apps/gallery/app-gallery.tsx')).AppGallery,
}))

type ListFilter = NonNullable<WidgetProps<'list'>['settings']['filter']>
type Published = NonNullable<ReturnType<typeof usePublished>>
type ViewPreviewProps = AppPartProps & { code: string; view: DraftView }

/** The view with the items that there are; before the first publication there are none. */
export function ViewPreview(props: ViewPreviewProps) {
  const t = useBuildTexts().app
  const published = usePublished(props)
  return (
    <Paper withBorder p="sm" component="section" aria-label={t.forms.preview}>
      <Text size="xs" c="var(--quiet)" mb="sm">
        {published ? t.forms.preview : t.views.notYet}
      </Text>
      {published && (
        <div className={classes.preview}>
          <Suspense fallback={<Loading />}>
            <Shown {...props} app={published} />
          </Suspense>
        </div>
      )}
    </Paper>
  )
}

const nothing = () => undefined
const SIZE = 8

function Shown({ app, code, view, file }: ViewPreviewProps & { app: Published }) {
  const fields = useListFields(app)
  const { rights } = useNavigationApp(app)
  const { namespace, code: appCode } = appIn(file)
  const shared = { code, ...view, colours: coloursOf(view) } as SharedView
  const params = new URLSearchParams({ shared: code })
  const common = {
    app,
    fields,
    view: readView(params, { views: [shared] }),
    onView: nothing,
    rights: rights && { ...rights, update: false, create: false },
  }
  if (view.type === 'board') return <Board {...common} columns={[]} isChosen={false} />
  if (view.type === 'calendar') return <Calendar {...common} />
  if (view.type === 'timeline') return <Timeline {...common} />
  if (view.type === 'gallery') return <Gallery {...common} columns={[]} isChosen={false} />
  const { filter, statusCode, sort, columns } = shared
  return (
    <ListWidget
      name={shared.name}
      settings={{
        app: `${namespace}/${appCode}`,
        size: SIZE,
        ...(filter && { filter: filter as ListFilter }),
        ...(statusCode && { statusCode }),
        ...(sort && { sort }),
        ...(columns && { columns }),
      }}
    />
  )
}

type Colour = { when: string | object; colour: string }

/** Conditions as the metadata of a published app have them. */
const coloursOf = ({ colours }: DraftView) =>
  Array.isArray(colours)
    ? (colours as Colour[]).map(({ when, colour }) => ({
        when: typeof when === 'string' ? when : JSON.stringify(when),
        colour,
      }))
    : undefined
