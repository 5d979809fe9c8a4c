import { Avatar, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './chart.module.css'
import type { Department, Holder, Post } from './tree.ts'

type NodeProps = {
  department: Department
  depth: number
  isFolded: (id: string) => boolean
  isMeant: (name: string) => boolean
  onToggle: (id: string) => void
}

/** A box for a department, and below it the departments that lie in it. */
export function DepartmentNode({ department, depth, ...shared }: NodeProps) {
  const { id, name, heads, posts, below } = department
  const { isFolded, isMeant, onToggle } = shared
  const isOpen = !isFolded(id)
  const hasRow = depth === 0 && isOpen && below.length > 0
  return (
    <li className={classes.node}>
      <section
        className={classes.box}
        data-depth={depth}
        data-above={hasRow || undefined}
        aria-label={name}
      >
        <Caption department={department} isOpen={isOpen} onToggle={() => onToggle(id)} />
        {heads.map((post) => (
          <Holders key={post.id} post={post} isHead isMeant={isMeant} />
        ))}
        {isOpen && posts.map((post) => <Holders key={post.id} post={post} isMeant={isMeant} />)}
      </section>
      {isOpen && below.length > 0 && (
        <ul className={depth === 0 ? classes.row : classes.column}>
          {below.map((each) => (
            <DepartmentNode key={each.id} department={each} depth={depth + 1} {...shared} />
          ))}
        </ul>
      )}
    </li>
  )
}

type CaptionProps = { department: Department; isOpen: boolean; onToggle: () => void }

function Caption({ department, isOpen, onToggle }: CaptionProps) {
  const t = useTexts().people.chart
  const { name, posts, below, people } = department
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const count = <span className={classes.count}>{t.people(people)}</span>
  if (posts.length === 0 && below.length === 0) {
    return (
      <div className={classes.caption}>
        <span className={classes.name}>{name}</span>
        {count}
      </div>
    )
  }
  return (
    <UnstyledButton className={classes.caption} aria-expanded={isOpen} onClick={onToggle}>
      <Chevron size={14} stroke={1.8} aria-hidden />
      <span className={classes.name}>{name}</span>
      {count}
    </UnstyledButton>
  )
}

/** Of a crowd in one position the first are shown. */
const FEW = 6

type HoldersProps = { post: Post; isHead?: boolean; isMeant: (name: string) => boolean }

function Holders({ post: { name, holders }, isHead = false, isMeant }: HoldersProps) {
  const t = useTexts().people.chart
  const [isWhole, setWhole] = useState(false)
  const shown =
    isWhole || holders.length <= FEW
      ? holders
      : holders.filter((each, at) => at < FEW || isMeant(each.name))
  return (
    <div className={classes.post} data-head={isHead || undefined}>
      {!isHead && <div className={classes.position}>{name}</div>}
      {shown.map((holder) => (
        <Face key={holder.id} holder={holder} isFound={isMeant(holder.name)}>
          {isHead && <span className={classes.position}>{name}</span>}
        </Face>
      ))}
      {holders.length === 0 && (
        <div className={classes.vacant}>{isHead ? `${name}: ${t.vacant}` : t.vacant}</div>
      )}
      {shown.length < holders.length && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(true)}>
          {t.more(holders.length - shown.length)}
        </UnstyledButton>
      )}
    </div>
  )
}

type FaceProps = { holder: Holder; isFound: boolean; children: ReactNode }

function Face({ holder: { id, name }, isFound, children }: FaceProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFound) link.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isFound])
  return (
    <Link
      ref={link}
      to={links.person(id)}
      className={classes.face}
      data-found={isFound || undefined}
    >
      <Avatar name={name} color="initials" size={22} radius="xl" aria-hidden />
      <span className={classes.who}>
        <span>{name}</span>
        {children}
      </span>
    </Link>
  )
}
