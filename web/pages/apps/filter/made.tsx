import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../../../texts/index.ts'
import classes from './filter.module.css'
import type { FilterJson } from './to-json.ts'

/** What the filter is for a program: as JSON and as EQL. */
export function Made({ json, eql }: { json: FilterJson; eql: string }) {
  const t = useTexts()
  return (
    <div className={classes.made}>
      <Block title={t.apps.filter.json} text={JSON.stringify({ filter: json }, null, 2)} />
      <Block title={t.apps.filter.eql} text={eql} />
    </div>
  )
}

function Block({ title, text }: { title: string; text: string }) {
  const t = useTexts()
  return (
    <figure className={classes.block} aria-label={title}>
      <Group justify="space-between" gap={4}>
        <Text size="xs" c="var(--quiet)">
          {title}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t.frame.curl.copied : t.frame.curl.copy}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t.apps.filter.copy(title)}
                onClick={copy}
              >
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{text || t.apps.filter.nothing}</pre>
    </figure>
  )
}
