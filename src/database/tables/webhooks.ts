export interface SubscriptionTable {
  id: string
  key_id: string
  url: string
  /** JSON list of event names. */
  events: string
  created_at: number
}

export interface WebhookTables {
  subscriptions: SubscriptionTable
}
