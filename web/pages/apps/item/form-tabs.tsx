import { Badge, Tabs, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import type { ShownForm, ShownSection, ShownTab } from './form-layout.ts'
import classes from './item.module.css'

type FormTabsProps = {
  form: ShownForm
  /** The fields with something wrong; a tab that has one says so. */
  wrong?: readonly string[]
  /** All tabs are printed, the ones that are not shown too. */
  isPrinted?: boolean
  children: (section: ShownSection) => ReactNode
}

const isIn = ({ sections }: ShownTab, codes: readonly string[]): boolean =>
  sections.some(({ fields }) => fields.some(({ code }: Field) => codes.includes(code)))

/** The sections of a form; on tabs, where it has several. */
export function FormTabs({
  form: { tabs },
  wrong = [],
  isPrinted = false,
  children,
}: FormTabsProps) {
  const [chosen, choose] = useState<string | null>(null)
  const [seen, setSeen] = useState(wrong)
  const first = tabs[0]
  // Whoever is told that something is wrong sees what it is.
  if (wrong.join() !== seen.join()) {
    setSeen(wrong)
    const current = tabs.find((tab, at) => keyOf(tab, at) === chosen) ?? first
    const at = tabs.findIndex((tab) => isIn(tab, wrong))
    const other = tabs[at]
    if (other && current && !isIn(current, wrong)) choose(keyOf(other, at))
  }
  if (!first) return null
  if (tabs.length === 1 && first.name === undefined)
    return <Sections of={first}>{children}</Sections>
  const value = tabs.some((tab, at) => keyOf(tab, at) === chosen) ? chosen : keyOf(first, 0)
  return (
    <Tabs value={value} onChange={choose} keepMounted={isPrinted} keepMountedMode="display-none">
      <Tabs.List mb="md" className={classes.tabs}>
        {tabs.map((tab, at) => (
          <Tabs.Tab
            key={keyOf(tab, at)}
            value={keyOf(tab, at)}
            rightSection={isIn(tab, wrong) ? <Wrong /> : null}
          >
            {tab.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab, at) => (
        <Tabs.Panel key={keyOf(tab, at)} value={keyOf(tab, at)} className={classes.panel}>
          {isPrinted && <div className={classes.printed}>{tab.name}</div>}
          <Sections of={tab}>{children}</Sections>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Tabs come and go with their conditions, so their names tell them apart. */
const keyOf = ({ name }: ShownTab, at: number): string => name ?? String(at)

function Wrong() {
  const t = useTexts().items.form
  return <Badge size="xs" color="red" circle aria-label={t.wrongTab} />
}

function Sections({
  of: { sections },
  children,
}: { of: ShownTab } & Pick<FormTabsProps, 'children'>) {
  return (
    <div className={classes.parts}>
      {sections.map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name
        <Section key={`${section.name ?? ''} ${at}`} section={section}>
          {children(section)}
        </Section>
      ))}
    </div>
  )
}

function Section({ section, children }: { section: ShownSection; children: ReactNode }) {
  const id = useId()
  if (section.name === undefined) return children
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb={section.hint ? 2 : 8}>
        {section.name}
      </Title>
      {section.hint && (
        <Text size="sm" c="var(--quiet)" mb="xs">
          {section.hint}
        </Text>
      )}
      {children}
    </section>
  )
}
