import { Refusal } from './answer';

/** Bytes of bodies that are held at one time, over all requests. */
export class Room {
  private used = 0;

  constructor(private readonly most: number) {}

  /** The share of one request. */
  budget(): Budget {
    return new Budget(
      (bytes) => {
        if (this.used + bytes > this.most) throw new Refusal(429, 'too much is arriving at one time', 1);
        this.used += bytes;
      },
      (bytes) => {
        this.used -= bytes;
      },
    );
  }
}

/** What one request holds; given back as a whole. */
export class Budget {
  private held = 0;

  constructor(
    private readonly onTake: (bytes: number) => void,
    private readonly onRelease: (bytes: number) => void,
  ) {}

  /** Throws a Refusal (429) when there is no room. */
  take(bytes: number): void {
    this.onTake(bytes);
    this.held += bytes;
  }

  release(): void {
    this.onRelease(this.held);
    this.held = 0;
  }
}
