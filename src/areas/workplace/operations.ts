import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, Id } from '../../api/schemas.ts'
import { NavigationPage, pages } from './page-operations.ts'

const NavigationApp = z
  .object({
    namespace: z.string(),
    code: z.string(),
    solution: z.string().describe('the solution that defines it'),
    name: z.string(),
    elementName: z.string(),
    type: z.string(),
    icon: z.string(),
    hasStatuses: z.boolean(),
    rights: z.object({
      create: z.boolean(),
      update: z.boolean(),
      delete: z.boolean(),
      import: z.boolean(),
      export: z.boolean(),
    }),
  })
  .meta({ id: 'NavigationApp' })
export type NavigationApp = z.infer<typeof NavigationApp>

const NavigationProcess = z
  .object({
    id: Id,
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    canStart: z.boolean(),
  })
  .meta({ id: 'NavigationProcess' })
export type NavigationProcess = z.infer<typeof NavigationProcess>

const NavigationReport = z
  .object({ namespace: z.string(), code: z.string(), name: z.string() })
  .meta({ id: 'NavigationReport' })
export type NavigationReport = z.infer<typeof NavigationReport>

const NavigationWorkspace = z
  .object({
    code: z.string(),
    name: z.string(),
    icon: z.string(),
    home: z.string().nullable().describe('code of the page that is opened first'),
    pages: z.array(NavigationPage).describe('in the order of the menu'),
    canManage: z.boolean().describe('the caller may design it'),
    apps: z.array(NavigationApp),
    processes: z.array(NavigationProcess),
    reports: z.array(NavigationReport),
  })
  .meta({ id: 'NavigationWorkspace' })
export type NavigationWorkspace = z.infer<typeof NavigationWorkspace>

const DesignedSolution = z
  .object({ code: z.string(), name: z.string(), version: z.string(), appliedAt: DateTime })
  .meta({ id: 'DesignedSolution' })
export type DesignedSolution = z.infer<typeof DesignedSolution>

const Key = z
  .string()
  .regex(
    /^[a-z0-9._/-]{1,120}$/,
    'expected 1 to 120 lower-case letters, digits, ".", "_", "/" or "-"',
  )
const BySetting = z.object({ key: Key })

export const workplace = {
  navigation: operation({
    method: 'GET',
    path: '/manage/v1/me/navigation',
    summary: 'List the workspaces, pages, apps, processes and reports the caller may open',
    description:
      'In the order of the definitions. What is hidden, and what the caller may not read, is left out.',
    output: z.object({
      workspaces: z.array(NavigationWorkspace),
      hasPeople: z.boolean().describe('whether somebody answers to the caller'),
    }),
  }),
  ...pages,
  solutions: operation({
    method: 'GET',
    path: '/manage/v1/me/solutions',
    summary: 'List the solutions that the caller may design',
    output: z.object({ solutions: z.array(DesignedSolution) }),
  }),
  getSettings: operation({
    method: 'GET',
    path: '/manage/v1/me/settings',
    summary: "Get the caller's settings",
    output: z.object({ settings: z.record(z.string(), z.unknown()) }),
  }),
  saveSetting: operation({
    method: 'PUT',
    path: '/manage/v1/me/settings/{key}',
    gives: [],
    summary: 'Save a setting of the caller',
    description: 'Any JSON of at most 64 KiB; a user has at most 200 settings.',
    params: BySetting,
    input: z.object({
      value: z.unknown().refine((value) => value !== undefined, 'expected any JSON'),
    }),
  }),
  deleteSetting: operation({
    method: 'DELETE',
    path: '/manage/v1/me/settings/{key}',
    gives: [],
    summary: 'Delete a setting of the caller',
    params: BySetting,
  }),
  people: operation({
    method: 'GET',
    path: '/manage/v1/me/people',
    summary: 'List the people the caller manages',
    description: 'Everybody in the departments that the caller heads, and below them.',
    output: z.object({
      users: z.array(z.object({ id: Id, name: z.string(), position: z.string() })),
    }),
  }),
}
