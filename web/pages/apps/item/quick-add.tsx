import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../../api.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useRecordTexts } from '../../../texts/records.ts'
import { type App, type ItemAddress, useApp } from './app.ts'
import { NewItem, useDefaults } from './new-item.tsx'
import type { Related } from './related-section.tsx'

type QuickAddProps = { list: Related; of: ItemAddress; onClose: () => void }

/** A new item that links to the one on the page. */
export function QuickAdd({ list, of, onClose }: QuickAddProps) {
  const t = useTexts()
  const app = useApp(list)
  return (
    <Dialog title={t.items.form.newTitle(list.elementName)} size="xl" onClose={onClose}>
      <Shown of={app}>
        {({ application }) => <Form app={application} list={list} of={of} onClose={onClose} />}
      </Shown>
    </Dialog>
  )
}

function Form({ app, list, of, onClose }: QuickAddProps & { app: App }) {
  const r = useRecordTexts()
  const queries = useQueryClient()
  const defaults = useDefaults(app)
  return (
    <NewItem
      app={app}
      given={{ ...defaults, ...list.values }}
      place={`${list.namespace}/${list.code}/new for ${of.id} in ${list.field}`}
      onCreated={() => {
        notifications.show({ message: r.related.added(list.elementName) })
        void refresh(queries, ['item'])
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
