import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf, refresh, useApi } from '../../../api.ts'
import { sendMessage } from '../../../components/feed/stream.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { asList, isSingle } from '../../../fields/parts.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import { useRecordTexts } from '../../../texts/records.ts'
import { type App, etagOf, type Item, type ItemAddress, isOwn, type Locked } from './app.ts'

export type MakeDocumentProps = {
  app: App
  item: Item
  locked: readonly Locked[]
  /** Whether the reader may change the item at all. */
  canChange: boolean
  address: ItemAddress
}

const FEED = ''

/** Fills a template of the app with the item and keeps the document: in a field, or in the feed. */
export function MakeDocument(props: MakeDocumentProps & { onClose: () => void }) {
  const { item, address, onClose } = props
  const { namespace, code, id } = address
  const t = useTexts()
  const r = useRecordTexts()
  const language = useLanguage()
  const queries = useQueryClient()
  const { data } = useApi('scheme', 'listAppDocuments', { params: { namespace, code } })
  const templates = data?.result.result ?? []
  const fields = fieldsFor(props)
  const [chosen, setTemplate] = useState<string | null>(null)
  const [field, setField] = useState(fields[0]?.code ?? FEED)
  const template = chosen ?? templates[0]?.__id
  const make = useMutation({
    mutationFn: async (of: string) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const made = await callOf(
        'apps',
        'makeDocument',
      )({
        params: address,
        input: { template: of, language, timeZone },
      })
      const file = { name: made.name, hash: made.hash }
      if (field === FEED) await sendMessage(address, { body: '', mentions: [], files: [file] })
      else {
        const params = { namespace, code, id }
        const context = { [field]: [...asList(item[field]), file] }
        const headers = { 'if-match': etagOf(item) }
        await callOf('apps', 'updateItem')({ params, input: { context }, headers })
      }
      return made.name
    },
    onSuccess: (name) => {
      notifications.show({ message: r.documents.made(name) })
      onClose()
    },
    onError: () => undefined,
    onSettled: () => refresh(queries, ['item', 'message', 'file']),
  })
  return (
    <FormModal
      title={r.documents.make}
      submit={t.frame.actions.create}
      change={make}
      onSubmit={() => template && make.mutate(template)}
      onClose={onClose}
      isDisabled={!template}
      focus="submit"
    >
      <Select
        label={r.documents.template}
        data={templates.map(({ __id, __name }) => ({ value: __id, label: __name }))}
        value={template ?? null}
        onChange={setTemplate}
        allowDeselect={false}
      />
      <Select
        label={r.documents.keep}
        data={[
          ...fields.map(({ code: value, view }) => ({ value, label: view.name })),
          { value: FEED, label: r.documents.inFeed },
        ]}
        value={field}
        onChange={(next) => setField(next ?? FEED)}
        allowDeselect={false}
      />
    </FormModal>
  )
}

/** The fields that have room for one more file. */
const fieldsFor = ({ app, item, locked, canChange }: MakeDocumentProps) =>
  app.fields.filter(
    (field) =>
      canChange &&
      field.type === 'FILE' &&
      isOwn(field) &&
      !field.readonly &&
      !locked.some((each) => each.field === field.code) &&
      (!isSingle(field) || asList(item[field.code]).length === 0),
  )
