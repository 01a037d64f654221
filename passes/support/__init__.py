"""What passes share: helpers by topic. Helpers of a single pass are in the folder of the pass."""
