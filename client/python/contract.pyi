# Made from the contract by `npm run client:types`.

from collections.abc import Sequence
from typing import Any, Literal, TypedDict
from typing_extensions import NotRequired, Required, TypeAlias

class AppliedInputs(TypedDict):
    year: bool
    hours: bool
    state: bool

class Change(TypedDict):
    cursor: str
    change: Literal["published", "updated", "withdrawn"]
    slug: str
    id: int
    version: int
    changed_at: str
    machine: MachineSummary | Machine | None

class Changes(TypedDict):
    changes: list[Change]
    next: str
    more: bool
    head: str

Comparable: TypeAlias = Literal["machine", "maker", "class", "wide_class"]

class ComparableListing(TypedDict):
    id: int
    status: OfferedStatus
    machine_slug: str
    name: str
    price_inr: int
    sold_price_inr: int | None
    adjusted_inr: int
    weight: float
    year: int
    hours: int | None
    state_code: StateCode | None
    district: str | None
    at: str

Engine: TypeAlias = Literal["meilisearch", "database"]

EventName: TypeAlias = Literal["variant.published", "variant.updated", "price.updated", "variant.withdrawn", "listing.published", "listing.updated", "listing.withdrawn"]

class ImplementSummary(TypedDict):
    id: int
    slug: str
    name: str
    kind: str
    manufacturer: Ref
    lifecycle: Lifecycle
    capacity_m3: float | None
    carrier_max_kg: float | None
    carrier_min_kg: float | None
    flow_lpm: float | None
    impact_energy_j: float | None
    pressure_bar: float | None
    price_inr: float | None
    price_high_inr: float | None
    weight_kg: float | None
    width_mm: float | None
    family: str | None
    image: str | None
    price_kind: PriceKind | None
    fits_classes: list[str] | None
    price_as_of: str | None
    published_at: str | None
    verified_at: str | None

class InputError(TypedDict):
    parameter: NotRequired[str]
    pointer: NotRequired[str]
    message: str
    allowed: NotRequired[list[str]]
    suggestion: NotRequired[str]

InspectionMode: TypeAlias = Literal["declared", "photo", "physical"]

class Key(TypedDict):
    id: str
    name: str
    tier: Literal["standard", "enterprise"]
    created_at: str
    expires_at: str | None
    limit_per_minute: int | None
    usage: list[KeyUse]

class KeyUse(TypedDict):
    day: str
    requests: int
    refused: int

KnownListings = TypedDict("KnownListings", {"machine": int, "maker": int, "class": int, "wide_class": int})

Lifecycle: TypeAlias = Literal["upcoming", "current", "discontinued"]

class ListingChange(TypedDict):
    cursor: str
    change: Literal["published", "updated", "withdrawn"]
    id: int
    version: int
    changed_at: str
    listing: ListingSummary | None

class ListingChanges(TypedDict):
    changes: list[ListingChange]
    next: str
    more: bool
    head: str

ListingKind: TypeAlias = Literal["vehicle", "machine", "implement"]

class ListingPhoto(TypedDict):
    url: str
    caption: NotRequired[str]

class ListingPublishedEventData(TypedDict):
    listing: ListingSummary
    version: int

class ListingPublishedEvent(TypedDict):
    id: str
    type: Literal["listing.published"]
    created_at: str
    data: ListingPublishedEventData

class ListingSearchOut(TypedDict):
    query: str
    hits: list[ListingSummary]
    total: int
    offset: int
    limit: int
    facets: dict[str, dict[str, int]]
    sort: ListingSort | None

ListingSort: TypeAlias = Literal["newest", "price_asc", "price_desc", "year_desc", "hours_asc", "distance_asc"]

ListingStatus: TypeAlias = Literal["live", "sold"]

class ListingSummary(TypedDict):
    id: int
    status: ListingStatus
    kind: ListingKind
    vehicle_class: str
    machine_class: str
    machine_slug: str
    maker_slug: str
    maker_name: str
    variant_slug: str
    variant_name: str
    year: int
    hours: NotRequired[int]
    km: int
    owners: int
    price_inr: int
    comparable_new_inr: NotRequired[int]
    state_code: StateCode
    district: str
    seller: Seller
    dealer_name: str
    dealer_verified: bool
    inspection_mode: InspectionMode
    created_at: str
    sold_at: NotRequired[str]
    sold_price_inr: NotRequired[int]
    photo: NotRequired[str]
    distance_km: NotRequired[float]

class ListingUpdate(TypedDict):
    at: str
    text: str

class ListingUpdatedEventData(TypedDict):
    listing: ListingSummary
    version: int

class ListingUpdatedEvent(TypedDict):
    id: str
    type: Literal["listing.updated"]
    created_at: str
    data: ListingUpdatedEventData

class ListingWithdrawnEventDataListing(TypedDict):
    id: int

class ListingWithdrawnEventData(TypedDict):
    listing: ListingWithdrawnEventDataListing
    version: int

class ListingWithdrawnEvent(TypedDict):
    id: str
    type: Literal["listing.withdrawn"]
    created_at: str
    data: ListingWithdrawnEventData

class Machine(TypedDict):
    id: int
    slug: str
    name: str
    manufacturer: Ref
    machine_class: str
    lifecycle: Lifecycle
    completeness: int
    section: Section
    is_sample: bool
    plate: list[PlateCell]
    similar: list[MachineSummary]
    kind: str | None
    family: str | None
    image: str | None
    power_source: PowerSource | None
    wheel_drive: WheelDrive | None
    brakes: str | None
    clutch: str | None
    emission_norm: str | None
    engine: str | None
    hp_band: str | None
    launch_note: str | None
    steering: str | None
    tyre_front: str | None
    tyre_rear: str | None
    engine_cc: float | None
    engine_hp: float | None
    power_kw: float | None
    pto_hp: float | None
    cylinders: int | None
    gears_fwd: int | None
    gears_rev: int | None
    fuel_l: float | None
    fuel_lph: float | None
    wheelbase_mm: float | None
    lift_capacity_kg: int | None
    lift_capacity_t: float | None
    lift_height_m: float | None
    operating_weight_kg: int | None
    payload_kg: int | None
    rated_load_kg: int | None
    tipping_load_kg: int | None
    blade_width_mm: int | None
    boom_length_m: float | None
    bucket_m3: float | None
    breakout_kn: float | None
    dig_depth_mm: int | None
    drum_width_mm: int | None
    cutter_bar_mm: float | None
    rotary_width_mm: float | None
    paving_width_mm: float | None
    grain_tank_l: float | None
    rows: float | None
    capacity_acres_h: float | None
    output_m3h: float | None
    hours_a_year: float | None
    warranty_hours: float | None
    warranty_years: float | None
    price_from_inr: int | None
    price_to_inr: int | None
    price_kind: PriceKind | None
    price_as_of: str | None
    launched_at: str | None
    published_at: str | None
    verified_at: str | None
    prices: list[PriceItem]
    media: list[MediaItem]
    spec: list[SpecGroup]

class MachineClass(TypedDict):
    key: str
    label: str
    label_hi: str
    label_ta: str
    plural: str
    plural_hi: str
    plural_ta: str
    kinds: list[str]
    plate: list[PlateField]
    synonyms: list[str]
    count: int
    hours_a_year: int | None

class MachineSearchOut(TypedDict):
    query: str
    hits: list[MachineSummary]
    total: int
    offset: int
    limit: int
    facets: dict[str, dict[str, int]]
    engine: Engine
    sort: SortInForce | None

class MachineSummary(TypedDict):
    id: int
    slug: str
    name: str
    manufacturer: Ref
    machine_class: str
    lifecycle: Lifecycle
    section: Section
    is_sample: bool
    plate: list[PlateCell]
    kind: str | None
    family: str | None
    image: str | None
    power_source: PowerSource | None
    wheel_drive: WheelDrive | None
    engine_hp: float | None
    power_kw: float | None
    pto_hp: float | None
    cylinders: int | None
    gears_fwd: int | None
    gears_rev: int | None
    fuel_lph: float | None
    lift_capacity_kg: int | None
    lift_capacity_t: float | None
    lift_height_m: float | None
    operating_weight_kg: int | None
    payload_kg: int | None
    rated_load_kg: int | None
    tipping_load_kg: int | None
    blade_width_mm: int | None
    boom_length_m: float | None
    bucket_m3: float | None
    dig_depth_mm: int | None
    drum_width_mm: int | None
    price_from_inr: int | None
    price_to_inr: int | None
    price_kind: PriceKind | None
    price_as_of: str | None
    launched_at: str | None
    published_at: str | None
    verified_at: str | None

class MarketListing(TypedDict):
    id: int
    status: ListingStatus
    created_at: str
    maker_name: str
    maker_slug: str
    variant_name: str
    variant_slug: str
    vehicle_class: str
    year: int
    km: int
    owners: int
    price_inr: int
    district: str
    state_code: StateCode
    pin: str
    axle_config: str
    comparable_new_inr: NotRequired[int]
    condition: NotRequired[dict[str, Any]]
    dealer_name: str
    dealer_slug: str
    dealer_verified: bool
    description: str
    fuel: str
    hours: NotRequired[int]
    inspection_mode: InspectionMode
    inspection_note: str
    is_owner: bool
    kind: ListingKind
    machine_class: str
    machine_slug: str
    photo_rows: list[ListingPhoto]
    photos: list[str]
    seller: Seller
    seller_profile: dict[str, Any]
    sold_at: NotRequired[str]
    sold_price_inr: NotRequired[int]
    updates: list[ListingUpdate]
    video_url: str

class MarketValues(TypedDict):
    machine_slug: str
    year: int | None
    hours: int | None
    state: str | None
    comparable: Comparable | None
    asking: PriceQuartiles | None
    sold: PriceQuartiles | None
    listings: list[ComparableListing]
    adjusted: PriceAdjustment | None
    applied: AppliedInputs
    extrapolated: bool
    capped: bool
    counts: KnownListings
    by: PriceGroups
    known: KnownListings | None
    withdrawn: bool
    reason: str | None
    method: str

class MediaItem(TypedDict):
    kind: MediaKind
    url: str
    alt: NotRequired[str]
    attribution: NotRequired[str]
    licence: NotRequired[str]
    summary: NotRequired[str]
    summary_by: NotRequired[str]
    thumb_url: NotRequired[str]
    height: NotRequired[int]
    width: NotRequired[int]
    highlights: NotRequired[list[str]]

MediaKind: TypeAlias = Literal["image", "video", "brochure", "document"]

OfferedStatus: TypeAlias = Literal["live", "sold", "withdrawn", "expired"]

class PlateCell(TypedDict):
    key: str
    label: str
    label_hi: str | None
    label_ta: str | None
    unit: str
    value: float

class PlateField(TypedDict):
    key: str
    label: str
    label_hi: str
    label_ta: str
    unit: str

PowerSource: TypeAlias = Literal["diesel", "electric", "petrol", "cng", "dual_fuel", "hybrid"]

class PriceAdjustment(TypedDict):
    year_pct: float | None
    hours_1000_pct: float | None
    fitted_from: int

class PriceGroup(TypedDict):
    median_inr: int
    count: int

class PriceGroups(TypedDict):
    owners: dict[str, PriceGroup]
    wheel_drive: dict[str, PriceGroup]
    inspection_mode: dict[str, PriceGroup]

class PriceItem(TypedDict):
    kind: PriceKind
    observed_at: str
    price_inr: int
    source_kind: SourceKind
    state_code: PriceStateCode
    basis: NotRequired[dict[str, Any]]
    city: NotRequired[str]
    high_inr: NotRequired[int]

PriceKind: TypeAlias = Literal["ex_showroom", "on_road", "dealer_quote", "subsidised", "estimate"]

PriceQuartiles = TypedDict("PriceQuartiles", {"p10_inr": int | None, "p25_inr": int, "median_inr": int, "p75_inr": int, "count": int, "error_pct": float | None, "spread_pct": float, "from": str, "to": str})

PriceStateCode: TypeAlias = Literal["AN", "AP", "AR", "AS", "BR", "CG", "CH", "DH", "DL", "GA", "GJ", "HP", "HR", "JH", "JK", "KA", "KL", "LA", "LD", "MH", "ML", "MN", "MP", "MZ", "NL", "OD", "PB", "PY", "RJ", "SK", "TG", "TN", "TR", "UK", "UP", "WB", "IN"]

class PriceUpdatedEventDataPrevious(TypedDict):
    price_from_inr: int | None
    price_to_inr: int | None
    price_kind: PriceKind | None
    price_as_of: str | None

class PriceUpdatedEventData(TypedDict):
    machine: MachineSummary
    prices: list[PriceItem]
    previous: PriceUpdatedEventDataPrevious
    version: int

class PriceUpdatedEvent(TypedDict):
    id: str
    type: Literal["price.updated"]
    created_at: str
    data: PriceUpdatedEventData

class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    errors: NotRequired[list[InputError]]

class Ref(TypedDict):
    slug: str
    name: str

Section: TypeAlias = Literal["farm", "construction"]

Seller: TypeAlias = Literal["owner", "dealer"]

SortInForce: TypeAlias = Literal["price_asc", "price_desc", "weight_asc", "weight_desc", "power_desc", "newest", "launched"]

SourceKind: TypeAlias = Literal["manufacturer", "dealer", "government", "press", "survey"]

class SpecField(TypedDict):
    key: str
    label: str
    confidence: NotRequired[float]
    unit: NotRequired[str]
    value: NotRequired[str]

class SpecGroup(TypedDict):
    key: str
    label: str
    fields: list[SpecField]

StateCode: TypeAlias = Literal["AN", "AP", "AR", "AS", "BR", "CG", "CH", "DH", "DL", "GA", "GJ", "HP", "HR", "JH", "JK", "KA", "KL", "LA", "LD", "MH", "ML", "MN", "MP", "MZ", "NL", "OD", "PB", "PY", "RJ", "SK", "TG", "TN", "TR", "UK", "UP", "WB"]

class SuggestOut(TypedDict):
    query: str
    suggestions: list[Suggestion]

class Suggestion(TypedDict):
    text: str
    type: Literal["machine", "manufacturer", "class"]
    slug: str

class VariantPublishedEventData(TypedDict):
    machine: MachineSummary
    changed: list[str]
    version: int

class VariantPublishedEvent(TypedDict):
    id: str
    type: Literal["variant.published"]
    created_at: str
    data: VariantPublishedEventData

class VariantUpdatedEventData(TypedDict):
    machine: MachineSummary
    changed: list[str]
    version: int

class VariantUpdatedEvent(TypedDict):
    id: str
    type: Literal["variant.updated"]
    created_at: str
    data: VariantUpdatedEventData

class VariantWithdrawnEventDataMachine(TypedDict):
    id: int
    slug: str

class VariantWithdrawnEventData(TypedDict):
    machine: VariantWithdrawnEventDataMachine
    version: int

class VariantWithdrawnEvent(TypedDict):
    id: str
    type: Literal["variant.withdrawn"]
    created_at: str
    data: VariantWithdrawnEventData

class Webhook(TypedDict):
    id: str
    url: str
    events: list[EventName]
    created_at: str

class WebhookAttempt(TypedDict):
    number: int
    started_at: str
    finished_at: str | None
    outcome: str | None
    status: int | None
    error: str | None

class WebhookCreate(TypedDict):
    url: str
    events: list[EventName]

class WebhookCreated(TypedDict):
    id: str
    url: str
    events: list[EventName]
    created_at: str
    secret: str

class WebhookDeleted(TypedDict):
    id: str
    deleted: bool

class WebhookDeliveries(TypedDict):
    deliveries: list[WebhookDelivery]
    offset: int
    limit: int
    has_more: bool

class WebhookDelivery(TypedDict):
    event_id: str
    type: str
    state: Literal["pending", "delivered", "failed"]
    created_at: str
    next_attempt_at: str | None
    finished_at: str | None
    attempts: list[WebhookAttempt]

class WebhookPing(TypedDict):
    event_id: str
    delivered: bool
    status: int | None
    error: str | None
    duration_ms: int

class WebhookPingEventData(TypedDict):
    webhook_id: str

class WebhookPingEvent(TypedDict):
    id: str
    type: Literal["webhook.ping"]
    created_at: str
    data: WebhookPingEventData

class WebhookRedeliver(TypedDict):
    since: str

class WebhookRedelivered(TypedDict):
    id: str
    redelivered: int
    since: str

class WebhookSecret(TypedDict):
    id: str
    secret: str
    overlap_until: str

class WebhookStatus(TypedDict):
    id: str
    url: str
    events: list[EventName]
    created_at: str
    status: Literal["active", "failing", "disabled"]
    disabled_reason: str | None
    pending: int
    last_success_at: str | None
    last_failure_at: str | None
    last_error: str | None

WheelDrive: TypeAlias = Literal["2wd", "4wd", "crawler"]

class SearchParameters(TypedDict, total=False):
    q: str | None
    machine_class: str | Sequence[str] | None
    manufacturer: str | Sequence[str] | None
    kind: str | Sequence[str] | None
    power_source: PowerSource | str | Sequence[str] | None
    hp_min: float | None
    hp_max: float | None
    wheel_drive: WheelDrive | str | Sequence[str] | None
    weight_min: int | None
    weight_max: int | None
    lift_min: int | None
    lift_max: int | None
    mass_min: int | None
    mass_max: int | None
    cylinders: int | None
    price_min: int | None
    price_max: int | None
    price_kind: PriceKind | str | Sequence[str] | None
    lifecycle: Lifecycle | str | Sequence[str] | None
    launched_since: str | None
    launched_until: str | None
    sort: Literal["price_asc", "price_desc", "weight_asc", "weight_desc", "power_desc", "newest", "launched", "hp_asc", "hp_desc", "lift_desc"] | None
    limit: int | None
    offset: int | None
    facets: Literal["none", "machine_class", "manufacturer", "kind", "power_source", "wheel_drive", "lifecycle", "section", "hp_band", "price_kind"] | Sequence[Literal["none", "machine_class", "manufacturer", "kind", "power_source", "wheel_drive", "lifecycle", "section", "hp_band", "price_kind"]] | None

class ListingParameters(TypedDict, total=False):
    q: str | None
    maker: str | Sequence[str] | None
    machine_class: str | Sequence[str] | None
    machine_slug: str | Sequence[str] | None
    dealer: str | Sequence[str] | None
    state: str | Sequence[str] | None
    district: str | Sequence[str] | None
    price_min: int | None
    price_max: int | None
    year_min: int | None
    year_max: int | None
    hours_min: int | None
    hours_max: int | None
    km_min: int | None
    km_max: int | None
    hp_min: float | None
    hp_max: float | None
    owners_max: int | None
    seller: Seller | str | Sequence[str] | None
    inspection_mode: InspectionMode | str | Sequence[str] | None
    near: str | None
    within_km: int | None
    status: Literal["live", "sold"] | None
    sort: Literal["newest", "price_asc", "price_desc", "year_desc", "hours_asc", "distance_asc"] | None
    limit: int | None
    offset: int | None
    facets: Literal["none", "maker", "machine_class", "state", "district", "seller", "inspection_mode", "year"] | Sequence[Literal["none", "maker", "machine_class", "state", "district", "seller", "inspection_mode", "year"]] | None
    manufacturer: str | Sequence[str] | None

class ValueParameters(TypedDict, total=False):
    machine_slug: Required[str]
    year: int | None
    hours: int | None
    state: Literal["AN", "AP", "AR", "AS", "BR", "CG", "CH", "DH", "DL", "GA", "GJ", "HP", "HR", "JH", "JK", "KA", "KL", "LA", "LD", "MH", "ML", "MN", "MP", "MZ", "NL", "OD", "PB", "PY", "RJ", "SK", "TG", "TN", "TR", "UK", "UP", "WB"] | None
    as_of: str | None
    without: int | None

WebhookEvent: TypeAlias = ListingPublishedEvent | ListingUpdatedEvent | ListingWithdrawnEvent | PriceUpdatedEvent | VariantPublishedEvent | VariantUpdatedEvent | VariantWithdrawnEvent | WebhookPingEvent
