import { useApi } from '../../../api.ts'
import { FileChip } from '../../../fields/file.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { App, Item, ItemAddress } from './app.ts'
import classes from './item.module.css'
import { Section } from './section.tsx'

const MOST = 200

/** Every file of an item in one place: those of its fields, and those that came with messages. */
export function FilesSection({
  app,
  item,
  address,
}: {
  app: App
  item: Item
  address: ItemAddress
}) {
  const t = useTexts()
  const { namespace, code, id } = address
  const { data } = useApi('messages', 'listMessages', {
    params: { namespace, code, target: id },
    input: { size: MOST },
  })
  const sent = (data?.result.result ?? []).flatMap(({ files }) => files.map((file) => file.id))
  const stored = app.fields
    .filter(({ type, deleted }) => ['FILE', 'IMAGE'].includes(type) && !deleted)
    .flatMap((field) => (item[field.code] ?? []) as string[])
  const all = [...new Set([...stored, ...sent])]
  if (all.length === 0) return null
  return (
    <Section title={t.items.sections.files}>
      <div className={classes.files}>
        {all.map((file) => (
          <FileChip key={file} id={file} />
        ))}
      </div>
    </Section>
  )
}
