import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Tag } from '../../../components/tag.tsx'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress } from './app.ts'
import classes from './item.module.css'
import { Section } from './section.tsx'

type Sheet = ReplyOf<'docflow', 'listLists'>['result'][number]

/** Who approved, who refused, who has read, round by round. */
export function ApprovalsSection({ address }: { address: ItemAddress }) {
  const t = useTexts()
  const { data } = useApi('docflow', 'listLists', { params: address, input: {} })
  const sheets = data?.result ?? []
  return sheets.map((sheet) => (
    <Section
      key={sheet.id}
      title={t.items.sheets[sheet.type]}
      action={<Tag state={sheet.status}>{t.items.sheetStates[sheet.status]}</Tag>}
    >
      <div className={classes.rows}>
        {sheet.respondents.map((respondent) => (
          <Answer key={respondent.id} respondent={respondent} />
        ))}
      </div>
    </Section>
  ))
}

function Answer({ respondent }: { respondent: Sheet['respondents'][number] }) {
  const t = useTexts()
  const { id, status, comment, responseTime, substituteId } = respondent
  return (
    <div className={classes.row}>
      <PeopleValue value={id} isShort />
      {substituteId && (
        <span className={classes.quiet}>
          {t.items.sheets.by} <PeopleValue value={substituteId} isShort />
        </span>
      )}
      <span className={classes.grow}>{comment}</span>
      <Tag state={status}>{t.items.sheetStates[status]}</Tag>
      {status !== 'in_progress' && (
        <span className={classes.quiet}>
          <When at={responseTime} />
        </span>
      )}
    </div>
  )
}
