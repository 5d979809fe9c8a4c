import { Button, Group } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import { Tag } from '../../components/tag.tsx'
import { useTexts } from '../../texts/index.ts'
import classes from './marketing.module.css'

export type Result = {
  id: string
  name: string
  status: 'added' | 'updated' | 'present' | 'removed' | 'absent' | 'invalid'
  reason?: string | undefined
}

/** What became of each of them. */
export function Results({ results, onClose }: { results: Result[]; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog onClose={onClose} title={t.marketing.results}>
      <ul className={classes.rows} aria-label={t.marketing.results}>
        {results.map(({ id, name, status, reason }) => (
          <li key={id} className={classes.row}>
            <div className={classes.grow}>
              {name}
              {reason && <div className={classes.quiet}>{reason}</div>}
            </div>
            <Tag state={status}>{t.marketing.statuses[status]}</Tag>
          </li>
        ))}
      </ul>
      <Group justify="end" mt="lg">
        <Button onClick={onClose}>{t.frame.actions.close}</Button>
      </Group>
    </Dialog>
  )
}
