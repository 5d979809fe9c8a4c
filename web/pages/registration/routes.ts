import type { RouteObject } from 'react-router'

export const registration: RouteObject[] = []
