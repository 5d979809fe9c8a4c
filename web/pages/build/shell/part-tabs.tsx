import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAddressState } from '../../../components/address-state.ts'
import type { EditorProps } from '../editor-props.ts'
import { useBuildTexts } from '../texts.ts'

export type Part = {
  title: string
  /** The settings that it shows; what no part names belongs to the last one. */
  keys: readonly string[]
  render: () => ReactNode
}

type PartTabsProps = EditorProps & { label: string; parts: Record<string, Part> }

/** The designer of a definition in parts; one that is asked for by the address of a setting is opened. */
export function PartTabs({ draft, file, label, parts }: PartTabsProps) {
  const t = useBuildTexts().shell
  const { get, set } = useAddressState()
  const all = Object.entries(parts)
  const partOf = (key: string): string =>
    (all.find(([, { keys }]) => keys.includes(key)) ?? all.at(-1))?.[0] ?? ''
  const [asked] = get('at').split('.')
  const open = get('tab') || (asked ? partOf(asked) : (all[0]?.[0] ?? ''))
  const problems = draft.problemsAt(file, [], 'within')
  const wrongIn = (part: string) =>
    problems.filter(({ at: [key] }) => partOf(String(key ?? '')) === part).length
  return (
    <Tabs value={open} onChange={(next) => set({ tab: next, at: null })} keepMounted={false}>
      <Tabs.List mb="md" aria-label={label}>
        {all.map(([part, { title }]) => {
          const wrong = wrongIn(part)
          return (
            <Tabs.Tab
              key={part}
              value={part}
              px="sm"
              rightSection={
                wrong > 0 && (
                  <Badge size="xs" color="red" circle aria-label={t.problems(wrong)}>
                    {wrong}
                  </Badge>
                )
              }
            >
              {title}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      {all.map(([part, { render }]) => (
        <Tabs.Panel key={part} value={part}>
          {part === open && render()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
